import { loadSettings } from "@/server/kernel/env";
import { createServices } from "@/server/kernel/services";
import { Engine } from "@/server/modules/notifications/engine";

/** A process that sends what is due at the instant in `NOW`, and then stays until it is killed. */
const now = new Date(process.env.NOW ?? 0);
const engine = new Engine(createServices(loadSettings(process.env), { clock: () => now }));
engine.wake();
setInterval(() => undefined, 60_000);
