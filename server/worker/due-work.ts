import type { Db } from "@/server/kernel/database/db";
import { onWake } from "@/server/kernel/database/wake";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { Engine } from "./engine";
import type { Kind, WorkItem } from "./kind";
import { type QueueState, queueState } from "./queue-state";

/**
 * A platform that freezes the process after the response must wait for work in flight, and so does a process whose work only ticks begin;
 * our own server continues in the background.
 */
const waitHereMs = second / 2;
const waitElsewhereMs = 16 * second;

type Started = Pick<Engine, "wake" | "idle" | "takeSentCount" | "stop">;

const stateOf = new Map<string, (services: Services, db: Db) => Promise<QueueState>>();

/**
 * Defines a kind of due work. Each process has one engine for it, which stops with the services.
 * @param name the kind's name, with which a change wakes it
 * @returns the function that a tick runs: it returns how many items were tried since the last tick
 */
export function dueWorkOf<Item extends WorkItem, Outcome>(
  name: string,
  kindOf: (services: Services) => Kind<Item, Outcome>,
): (services: Services) => Promise<number> {
  const engines = new WeakMap<Services, Started>();
  const kinds = new WeakMap<Services, Kind<Item, Outcome>>();
  const kindIn = (services: Services): Kind<Item, Outcome> => {
    const kind = kinds.get(services) ?? kindOf(services);
    kinds.set(services, kind);
    return kind;
  };
  const engineOf = (services: Services): Started => {
    const running = engines.get(services);
    if (running) return running;
    const engine = new Engine(services, kindIn(services));
    engines.set(services, engine);
    services.beforeClose.push(() => engine.stop());
    return engine;
  };
  stateOf.set(name, (services, db) => queueState(services, db, kindIn(services)));
  onWake(name, (services) => engineOf(services).wake());
  return async (services) => {
    const engine = engineOf(services);
    engine.wake();
    await engine.idle(services.leanMount && services.wakes ? waitHereMs : waitElsewhereMs);
    return engine.takeSentCount();
  };
}

/** The queue of each kind of work that this process could carry out. */
export async function queueStates(services: Services, db = services.db): Promise<QueueState[]> {
  await services.clockSet;
  return Promise.all([...stateOf.values()].map((ask) => ask(services, db)));
}
