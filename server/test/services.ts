import "@/server/jobs/subscriptions";
import { loadSettings } from "@/server/kernel/env";
import { createServices, type ServiceOverrides, type Services } from "@/server/kernel/services";
import { dataFolder } from "./data-folder";
import { testDatabase } from "./database";
import { distribution } from "./one-workspace";
import { watchedMailer } from "./open-transaction";

/** The fixed time of most tests. */
export const testNow = new Date("2026-11-20T12:00:00.000Z");

/** A fixed clock that tests can move. */
export function standingClock(start: Date = testNow) {
  let now = start;
  return Object.assign(() => now, {
    pass(ms: number) {
      now = new Date(now.getTime() + ms);
    },
    set(at: Date) {
      now = at;
    },
  });
}

/** The settings of services on this test file's own database. */
export const testEnvironment = async () => ({
  NODE_ENV: "test" as const,
  DATABASE_URL: await testDatabase(),
  DATA_DIR: dataFolder,
  SESSION_SECRET: "s".repeat(32),
  CRON_SECRET: "c".repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
});

/** Services on this test file's own database. By default a change wakes no work: a test decides when work is done. */
export async function testServices(
  overrides: ServiceOverrides = {},
  env: Record<string, string> = {},
): Promise<Services> {
  const settings = loadSettings({ ...(await testEnvironment()), LOG_LEVEL: "error", ...env });
  const services = createServices(settings, {
    leanMount: true,
    wakes: false,
    ...distribution(),
    ...overrides,
  });
  return Object.assign(services, { mailer: watchedMailer(services.mailer) });
}
