import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";

/** A platform that freezes us after the answer must wait for what is under way; our own server goes on by itself. */
const waitHereMs = second / 2;
const waitElsewhereMs = 16 * second;

interface Run {
  running: Promise<void> | null;
  /** Somebody asked while it ran: what came due since must not be missed. */
  again: boolean;
  count: number;
}

/** What work may ask while it is done. */
export interface Progress {
  isStopping: boolean;
  /** Counts what was done, for the log of the cron route. */
  add(count: number): void;
}

/**
 * Work that a process does once at a time, in the background. It ends with the services: what was claimed and not done becomes due
 * again.
 * @param what continues "could not", for the log
 */
export function background(
  what: string,
  work: (services: Services, progress: Progress) => Promise<void>,
): { start(services: Services): void; tick(services: Services): Promise<number> } {
  const runs = new WeakMap<Services, Run & Progress>();

  function runOf(services: Services): Run & Progress {
    const known = runs.get(services);
    if (known) return known;
    const run: Run & Progress = {
      running: null,
      again: false,
      count: 0,
      isStopping: false,
      add: (count) => {
        run.count += count;
      },
    };
    runs.set(services, run);
    services.beforeClose.push(async () => {
      run.isStopping = true;
      await Promise.race([run.running, delay(5 * second, undefined, { ref: false })]);
    });
    return run;
  }

  async function loop(services: Services, run: Run & Progress): Promise<void> {
    while (run.again && !run.isStopping) {
      run.again = false;
      await work(services, run);
    }
  }

  function start(services: Services): Run {
    const run = runOf(services);
    run.again = true;
    run.running ??= loop(services, run)
      .catch((err: unknown) => services.log.error({ err }, `could not ${what}`))
      .finally(() => {
        run.running = null;
      });
    return run;
  }

  return {
    start,
    /** Starts it and waits a moment. @returns what was counted since the last call */
    async tick(services) {
      const run = start(services);
      const waitMs = services.leanMount ? waitHereMs : waitElsewhereMs;
      await Promise.race([run.running, delay(waitMs, undefined, { ref: false })]);
      const { count } = run;
      run.count = 0;
      return count;
    },
  };
}
