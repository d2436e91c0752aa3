import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { freePort } from "@/server/cli/free-port";
import { testedServer } from "./tested-server";

/** A server on a database of its own without any workspace, as after an installation. */
export interface EmptyServer {
  /** The link that its start printed. */
  setUpLink: string;
  stop(): Promise<void>;
}

/** The embedded cluster of the server under test, as which the app may create databases. */
function clusterUrl(database: string): string {
  const access = readFileSync(path.join(testedServer().dataDir, "pg/access.json"), "utf8");
  const { port, password } = JSON.parse(access) as { port: number; password: string };
  return `postgres://app:${password}@127.0.0.1:${port}/${database}`;
}

async function inCluster(statement: string): Promise<void> {
  const sql = postgres(clusterUrl("postgres"), { max: 1, onnotice: () => undefined });
  await sql.unsafe(statement);
  await sql.end();
}

/** Starts it from the build of the server under test, without a mail server. */
export async function startEmptyServer(): Promise<EmptyServer> {
  const name = `first_hour_${randomBytes(6).toString("hex")}`;
  const dataDir = mkdtempSync(path.join(tmpdir(), "timeaway-first-hour-"));
  await inCluster(`create database ${name}`);
  const port = await freePort();
  // Of the server under test.
  const { SMTP_URL: _, BASE_URL: __, ...environment } = process.env;
  const server = spawn(process.execPath, ["server/cli/start.mjs"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: {
      ...environment,
      ...{ PORT: String(port), HOST: "localhost", DATA_DIR: dataDir, DATABASE_URL: clusterUrl(name) },
      ...{ APP_URL: `http://localhost:${port}`, LOG_LEVEL: "warn" },
      ...{ PAGE_RATE_PER_SESSION: "200", PAGE_RATE_PER_SOURCE: "200" },
      SESSION_SECRET: randomBytes(32).toString("hex"),
      CRON_SECRET: randomBytes(32).toString("hex"),
      ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return {
    setUpLink: await printedLink(server),
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await ended;
      await inCluster(`drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function printedLink({ stdout, ...server }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    stdout?.on("data", (text: Buffer) => {
      said += text;
      const [link] = /http:\S+\/set-up\/\w+/.exec(said) ?? [];
      if (link) resolve(link);
    });
    stdout?.on("end", () => reject(new Error(`The server ended: ${said} ${server.exitCode}`)));
  });
}
