import { spawn } from "node:child_process";
import { onCore } from "./cores";
import { bundled } from "./servers";

/** The request, the number of connections, and the duration. */
export interface Load {
  url: string;
  path: string;
  keys: string[];
  connections: number;
  seconds?: number;
  /** Number of requests, instead of a duration. */
  amount?: number;
  /** Requests a second of all connections together; unlimited by default. */
  rate?: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  total: number;
}

/** Puts load on a server from a process on the second core. @throws when any answer was not 2xx */
export async function load(options: Load): Promise<LoadResult> {
  const [command, args] = onCore(1, process.execPath, [bundled("load-process")]);
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(options));
  let output = "";
  for await (const chunk of child.stdout) output += String(chunk);
  const result = JSON.parse(output) as LoadResult & { bad: number };
  if (result.bad > 0)
    throw new Error(`${result.bad} of ${result.total} answers to ${options.path} were not 2xx`);
  return result;
}
