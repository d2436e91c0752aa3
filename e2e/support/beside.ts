import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@/server/cli/embedded-postgres";
import { freePort } from "@/server/cli/free-port";
import { testedServer } from "./tested-server";

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, "../..");
const startWithinMs = 60_000;

export interface ServerBeside {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts another server beside the one under test, with its secrets and a database of its cluster.
 * @param command gets the port to listen on
 * @param database that of the server under test is "timeaway"
 */
export async function startBeside(
  command: (port: number) => [string, ...string[]],
  database: string,
  env: Record<string, string>,
): Promise<ServerBeside> {
  const { dataDir } = testedServer();
  const held = await startEmbeddedPostgres(dataDir, { database, log: () => undefined });
  const port = await freePort();
  const [program, ...args] = command(port);
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      ...(JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8")) as Record<string, string>),
      DATABASE_URL: held.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      PORT: String(port),
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://localhost:${port}`;
  await answering(child, url);
  return {
    url,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await held.stop();
    },
  };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  const until = Date.now() + startWithinMs;
  while (Date.now() < until && child.exitCode === null) {
    const response = await fetch(`${url}/api/ready`).catch(() => null);
    if (response?.ok) return;
    await delay(200);
  }
  throw new Error("The server beside the one under test did not start");
}
