import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import type { Command } from "./api-process-main";
import { testDatabase } from "./database";

const bundle = path.resolve(".data/test/api-process.mjs");
let built: Promise<void> | undefined;

/** Appears whole under its one name, whoever else builds it at the same time. */
async function buildProcess(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ["server/test/api-process-main.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
    write: false,
  });
  const draft = `${bundle}.${process.pid}`;
  await mkdir(path.dirname(bundle), { recursive: true });
  await writeFile(draft, outputFiles[0]?.contents ?? "");
  await rename(draft, bundle);
}

const settings = async (): Promise<NodeJS.ProcessEnv> => ({
  PATH: process.env.PATH,
  NODE_ENV: "test",
  DATABASE_URL: await testDatabase(),
  SESSION_SECRET: "s".repeat(32),
  CRON_SECRET: "c".repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  LOG_LEVEL: "silent",
});

export interface ApiProcess {
  send(command: Command): void;
  /** The next line that the process says. */
  said(): Promise<Record<string, unknown>>;
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
}

/** Starts a process that answers v2 requests on this test file's database, with the settings of `testServices`. */
export async function startApiProcess(): Promise<ApiProcess> {
  built ??= buildProcess();
  await built;
  const child = spawn(process.execPath, [bundle], {
    env: await settings(),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    send: (command) => void child.stdin.write(`${JSON.stringify(command)}\n`),
    said: async () => JSON.parse((await lines.next()).value ?? "null") as Record<string, unknown>,
    kill: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
