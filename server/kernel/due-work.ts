import { second } from "./clock";
import type { Services } from "./services";
import { onWake } from "./wake";

/** What sends by itself until nothing is due. */
export interface Engine {
  /** Looks at once for what is due. */
  wake(): void;
  /** Ends when nothing is under way, or after so many milliseconds. */
  idle(ms?: number): Promise<void>;
  /** How much was sent since the last call. */
  takeSentCount(): number;
  stop(): Promise<void>;
}

/** A platform that freezes us after the answer must wait for what is being sent; our own server goes on by itself. */
const waitHereMs = second / 2;
const waitElsewhereMs = 16 * second;

/**
 * Due work of an engine, of which each process has one; it ends with the services.
 * @param wakeName the name under which a change wakes it
 * @returns what a tick runs: how much was sent since the last one
 */
export function dueWorkOf(
  wakeName: string,
  start: (services: Services) => Engine,
): (services: Services) => Promise<number> {
  const engines = new WeakMap<Services, Engine>();
  const engineOf = (services: Services): Engine => {
    const running = engines.get(services);
    if (running) return running;
    const engine = start(services);
    engines.set(services, engine);
    services.beforeClose.push(() => engine.stop());
    return engine;
  };
  onWake(wakeName, (services) => engineOf(services).wake());
  return async (services) => {
    const engine = engineOf(services);
    engine.wake();
    await engine.idle(services.leanMount ? waitHereMs : waitElsewhereMs);
    return engine.takeSentCount();
  };
}
