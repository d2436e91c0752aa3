import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@/server/cli/embedded-postgres";
import { freePort } from "@/server/cli/free-port";
import { testedServer } from "./tested-server";

const root = path.resolve(import.meta.dirname, "../..");
const startWithinMs = 60_000;

export interface NextMount {
  url: string;
  stop(): Promise<void>;
}

/**
 * A plain Next host beside the server under test: the same build, database, secrets and public URLs, without the lean server in
 * front.
 */
export async function startNextMount(publicUrl: string): Promise<NextMount> {
  const { dataDir } = testedServer();
  const database = await startEmbeddedPostgres(dataDir, { database: "timeaway", log: () => undefined });
  const port = await freePort();
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-p", String(port)], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      ...(JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8")) as Record<string, string>),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      APP_URL: publicUrl,
      AUTH_URL: publicUrl,
      BASE_URL: publicUrl,
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
      await database.stop();
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
  throw new Error("Next did not start");
}
