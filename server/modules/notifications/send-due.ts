import { second } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import { onWake } from "@/server/kernel/wake";
import { Engine } from "./engine";

/** The name under which a change wakes the engine. */
export const notificationsWake = "notifications";

/** A platform that freezes us after the answer must wait for what is being sent; our own server goes on by itself. */
const waitHereMs = second / 2;
const waitElsewhereMs = 16 * second;

const engines = new WeakMap<Services, Engine>();

/** The process's engine. It ends with the services. */
function engineOf(services: Services): Engine {
  const engine = engines.get(services) ?? new Engine(services);
  if (!engines.has(services)) {
    engines.set(services, engine);
    services.beforeClose.push(() => engine.stop());
  }
  return engine;
}

onWake(notificationsWake, (services) => engineOf(services).wake());

/** Due work: fires, composes and sends notifications that are due. @returns how many messages were tried since the last call */
export async function sendDueNotifications(services: Services): Promise<number> {
  const engine = engineOf(services);
  engine.wake();
  await engine.idle(services.leanMount ? waitHereMs : waitElsewhereMs);
  return engine.takeSentCount();
}
