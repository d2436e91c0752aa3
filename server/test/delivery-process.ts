import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { build } from "esbuild";

const bundle = path.resolve(`.data/test/delivery-process-${process.pid}.mjs`);
let built: Promise<unknown> | undefined;

export interface DeliveryProcess {
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
}

interface Options {
  databaseUrl: string;
  /** `host:port` entries that it may reach. */
  allowHosts: readonly string[];
  leaseMs: number;
  /** It claims, and then never makes the request. */
  isStuck?: boolean;
}

/** Starts a process that sends webhook deliveries, with the settings of `testServices`. */
export async function startDeliveryProcess(options: Options): Promise<DeliveryProcess> {
  built ??= build({
    entryPoints: ["server/test/delivery-process-main.ts"],
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
      DATABASE_URL: options.databaseUrl,
      SESSION_SECRET: "s".repeat(32),
      CRON_SECRET: "c".repeat(32),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      LOG_LEVEL: "silent",
      WEBHOOK_ALLOW_HOSTS: options.allowHosts.join(),
      LEASE_MS: String(options.leaseMs),
      ...(options.isStuck && { STUCK: "yes" }),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return { kill: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
