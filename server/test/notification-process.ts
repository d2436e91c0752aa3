import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { build } from "esbuild";
import { testDatabase } from "./database";

const bundle = path.resolve(`.data/test/notification-process-${process.pid}.mjs`);
let built: Promise<unknown> | undefined;

/**
 * Starts a process that sends notifications on this test file's database, with a clock that stands.
 * @returns what kills it: SIGKILL, so that no handler runs
 */
export async function startNotificationProcess(smtpUrl: string, now: Date): Promise<() => Promise<void>> {
  built ??= build({
    entryPoints: ["server/test/notification-process-main.ts"],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  await built;
  const child = spawn(process.execPath, [bundle], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      DATABASE_URL: await testDatabase(),
      SESSION_SECRET: "s".repeat(32),
      CRON_SECRET: "c".repeat(32),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      LOG_LEVEL: "silent",
      SMTP_URL: smtpUrl,
      NOW: now.toISOString(),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
}
