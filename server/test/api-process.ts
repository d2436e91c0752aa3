import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Command } from "./api-process-main";
import { kill, testProcess } from "./test-process";

export interface ApiProcess {
  send(command: Command): void;
  /** The process's next output line. */
  said(): Promise<Record<string, unknown>>;
  /** SIGSTOP: it stops, and its connections stay open. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
}

/** Starts a process that answers v2 requests on this test file's database. */
export async function startApiProcess(): Promise<ApiProcess> {
  const { file, env } = await testProcess("api-process");
  const child = spawn(process.execPath, [file], { env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    send: (command) => void child.stdin.write(`${JSON.stringify(command)}\n`),
    said: async () => JSON.parse((await lines.next()).value ?? "null") as Record<string, unknown>,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    kill: () => kill(child),
  };
}
