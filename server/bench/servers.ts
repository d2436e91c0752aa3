import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import manifest from "@/package.json";
import { freePort } from "../cli/free-port";
import { onCore } from "./cores";

/** A server under test, in its own process on the first core. */
export interface Server {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const startWithinMs = 60_000;

async function start(args: string[], environment: Record<string, string>, probe: string): Promise<Server> {
  const port = await freePort();
  const [command, pinned] = onCore(
    0,
    process.execPath,
    args.map((arg) => arg.replace("{port}", String(port))),
  );
  const child = spawn(command, pinned, {
    env: {
      ...process.env,
      NODE_ENV: "production",
      SHUTDOWN_LEAD_SECONDS: "0",
      ...environment,
      PORT: String(port),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  const endWithUs = () => child.kill();
  process.once("exit", endWithUs);
  child.once("exit", () => process.off("exit", endWithUs));
  await answering(child, url + probe);
  return { url, pid: child.pid ?? 0, stop: () => stop(child) };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + startWithinMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`A server under test ended with ${child.exitCode}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error(`A server under test did not answer at ${url}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Another benchmark program, bundled beside the running one. */
export const bundled = (name: string): string => path.join(import.meta.dirname, `${name}.js`);

/** As in package.json, but without npm itself, which does not forward signals. */
export const startArguments = manifest.scripts.start.split(" ").slice(1);

/** The flags for Node itself. */
export const serverFlags = startArguments.filter((argument) => argument.startsWith("--"));

/** `npm start`'s server: the lean mount. */
export const leanServer = (environment: Record<string, string>): Promise<Server> =>
  start(startArguments, environment, "/api/ready");

/** Bare `node:http` and postgres.js that replay recorded statements. */
export const bareServer = (environment: Record<string, string>, recording: unknown): Promise<Server> =>
  start([bundled("bare-server")], { ...environment, RECORDING: JSON.stringify(recording) }, "/ready");

/** Bare `node:http` and postgres.js that replay a recorded write in one transaction. */
export const bareWriteServer = (
  environment: Record<string, string>,
  recording: unknown,
  subjects: string[],
): Promise<Server> =>
  start(
    [bundled("bare-write-server")],
    { ...environment, RECORDING: JSON.stringify(recording), SUBJECTS: JSON.stringify(subjects) },
    "/ready",
  );

/** node-oidc-provider with everything in memory. */
export const oidcProviderServer = (): Promise<Server> =>
  start(["server/bench/oidc-provider-server.mjs"], {}, "/ready");

/** Bare `node:http` and postgres.js with one insert. */
export const bareInsertServer = (environment: Record<string, string>): Promise<Server> =>
  start([bundled("bare-insert-server")], environment, "/ready");
