import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../cli/free-port";
import { postgresAccount } from "../cli/postgres-account";

/** Where a PgBouncer may be; `npm test` unpacks it to the last place. */
const places = [process.env.PGBOUNCER, "/usr/sbin/pgbouncer", path.resolve("dist/pgbouncer/run")];
const program = places.find((place) => place && existsSync(place));

/** Whether this machine has a PgBouncer. */
export const hasPooler = program !== undefined;

export interface Pooler {
  /** The database's URL through the pooler. */
  url: string;
  /** Ends at once, with every connection. */
  stop(): Promise<void>;
  /** Starts on the same port as before. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Few server connections, so that clients really share them. */
const usual = { pool_mode: "transaction", default_pool_size: "4", server_login_retry: "1" };

/**
 * PgBouncer in front of a database, on its own port: for tests and benchmarks.
 * @param settings override Debian's defaults, and transaction mode with four server connections
 */
export async function startPooler(url: string, settings: Record<string, string> = {}): Promise<Pooler> {
  const folder = path.resolve(`.data/test/pooler-${randomBytes(6).toString("hex")}`);
  const account = postgresAccount(program ?? "", folder);
  const { hostname, port, username, password } = new URL(url);
  const own = await freePort();
  const lines = {
    listen_addr: "127.0.0.1",
    listen_port: String(own),
    // Every client is accepted, as the database's own user.
    auth_type: "any",
    unix_socket_dir: "",
    ...usual,
    ...settings,
  };
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const text = [
    "[databases]",
    `* = ${server}`,
    "[pgbouncer]",
    ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
  ];
  const file = path.join(folder, "pgbouncer.ini");
  mkdirSync(path.dirname(folder), { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(file, `${text.join("\n")}\n`, { mode: 0o600 });
  for (const each of [folder, file]) account.own(each);

  let child: ChildProcess | undefined;
  const endWithUs = () => child?.kill();
  process.once("exit", endWithUs);
  const pooler: Pooler = {
    url: withPort(url, own),
    async start() {
      const [command, args] = account.wrap(program ?? "", [file]);
      child = spawn(command, args, { ...account.identity, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
      await untilUp(child);
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
    async remove() {
      await pooler.stop();
      process.off("exit", endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await pooler.start();
  return pooler;
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.host = `127.0.0.1:${port}`;
  return changed.href;
}

async function untilUp({ stderr }: ChildProcess): Promise<void> {
  if (!stderr) return;
  const said: string[] = [];
  const lines = createInterface({ input: stderr });
  for await (const line of lines) {
    said.push(line);
    if (!line.includes("process up")) continue;
    stderr.resume();
    return;
  }
  throw new Error(`PgBouncer does not start: ${said.join("\n")}`);
}
