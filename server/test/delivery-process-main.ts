import { setTimeout as delay } from "node:timers/promises";
import { loadSettings } from "@/server/kernel/env";
import { createServices } from "@/server/kernel/services";
import { deliveryWork } from "@/server/modules/integrations/webhooks/delivery-work";
import type { Sender } from "@/server/modules/integrations/webhooks/sender";
import { Engine } from "@/server/worker/engine";

// A separate worker that a test can kill: it sends due deliveries for as long as it lives.
const services = createServices(loadSettings(process.env), { leanMount: true });
/** Hangs before every request, for ever. */
const stuck: Sender = { send: () => new Promise(() => undefined), close: async () => undefined };
const engine = new Engine(services, deliveryWork(services, process.env.STUCK ? { sender: stuck } : {}), {
  leaseMs: Number(process.env.LEASE_MS),
});

for (;;) {
  engine.wake();
  await delay(20);
}
