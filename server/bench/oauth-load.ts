import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { onCore } from "./cores";
import { bundled, type Server } from "./servers";

/** The load on a protocol endpoint. */
export interface OauthLoad {
  url: string;
  method: "GET" | "POST";
  path: string;
  /** Form bodies of POST, query strings of GET, or whole requests: used in turn, repeated until the time is over. */
  inputs: (string | { path?: string; headers: Record<string, string>; body?: string })[];
  connections: number;
  /** Absent: each input once. */
  seconds?: number;
}

export interface OauthLoadResult {
  total: number;
  seconds: number;
  /** Server CPU time, user and system. */
  cpuSeconds: number;
}

/** CPU time of a server, as the kernel reports it (Linux, in hundredths of a second). */
function cpuSecondsOf({ pid }: Server): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Puts load on a server from a process on the second core. @throws when any answer was not the endpoint's success */
export async function oauthLoad(server: Server, options: Omit<OauthLoad, "url">): Promise<OauthLoadResult> {
  const [command, args] = onCore(1, process.execPath, [bundled("oauth-load-process")]);
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const before = cpuSecondsOf(server);
  child.stdin.end(JSON.stringify({ ...options, url: server.url } satisfies OauthLoad));
  let output = "";
  for await (const chunk of child.stdout) output += String(chunk);
  const { total, bad, seconds } = JSON.parse(output) as { total: number; bad: number; seconds: number };
  if (bad > 0) throw new Error(`${bad} of ${total} answers to ${options.path} were refusals`);
  return { total, seconds, cpuSeconds: cpuSecondsOf(server) - before };
}
