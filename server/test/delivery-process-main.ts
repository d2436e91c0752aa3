import { setTimeout as delay } from "node:timers/promises";
import { loadSettings } from "@/server/kernel/env";
import { createServices } from "@/server/kernel/services";
import { Engine } from "@/server/modules/webhooks/engine";
import type { Sender } from "@/server/modules/webhooks/sender";

// A worker of its own that a test can kill: it sends what is due for as long as it lives.
const services = createServices(loadSettings(process.env), { leanMount: true });
/** Stops before every request, for ever. */
const stuck: Sender = { send: () => new Promise(() => undefined), close: async () => undefined };
const engine = new Engine(services, {
  leaseMs: Number(process.env.LEASE_MS),
  ...(process.env.STUCK && { sender: stuck }),
});

for (;;) {
  engine.wake();
  await delay(20);
}
