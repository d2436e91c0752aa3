import { spawn } from "node:child_process";
import { once } from "node:events";
import { kill, testProcess } from "./test-process";

export interface ServedProcess {
  /** SIGKILL: no handler runs, nothing is flushed, no answer is finished. */
  kill(): Promise<void>;
}

/** Starts a process that serves this test file's database at a port, and waits until it does. */
export async function serveApart(port: number): Promise<ServedProcess> {
  const url = `http://127.0.0.1:${port}`;
  const { file, env } = await testProcess("served-process", {
    ...{ APP_URL: url, AUTH_URL: url, BASE_URL: url, PORT: String(port) },
  });
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
  await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => {
      throw new Error(`No server at port ${port}: it ended before it listened.`);
    }),
  ]);
  return { kill: () => kill(child) };
}
