import { setTimeout as delay } from "node:timers/promises";
import { loadSettings } from "@/server/kernel/env";
import { createServices } from "@/server/kernel/services";
import { NotificationWorker } from "./notification-kit";

/** A process that sends what is due at the instant in `NOW`, until it is killed. */
const now = new Date(process.env.NOW ?? 0);
const services = createServices(loadSettings(process.env), { clock: () => now, wakes: false });
const worker = new NotificationWorker(services, { leaseMs: Number(process.env.LEASE_MS) });

for (;;) {
  worker.wake();
  await delay(20);
}
