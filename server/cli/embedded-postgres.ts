import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import {
  accessFile,
  forgetForeignPid,
  moveToFreePort,
  pidFile,
  readAccess,
  serverLog,
  serverLogSince,
  serverLogSize,
  turnOverServerLog,
  urlFor,
  userName,
  writeAccess,
} from "./cluster-folder";
import { freePort } from "./free-port";
import { type PostgresAccount, postgresAccount } from "./postgres-account";
import { type PostgresBinaries, postgresBinaries } from "./postgres-binaries";
import { StartError } from "./start-error";

/** Each process takes this lock shared while it uses the server; the one that gets it exclusively is the last one. */
const IN_USE_LOCK = 727_000;
const DRAFT = ".init-";
const START_ATTEMPTS = 20;
const RETRY_MS = 500;

type Cluster = {
  folder: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
  settings: Record<string, string>;
};
export type EmbeddedPostgres = {
  /** Connection URL of the requested database. */
  url: string;
  urlOf(database: string): string;
  /** Whether the server was already running: started by another process, or left behind by a killed one. */
  joined: boolean;
  /** Releases the server, and stops it when no other process uses it. Returns whether it was stopped. */
  stop(): Promise<boolean>;
};

/**
 * Starts, or joins, the private PostgreSQL in `<dataDir>/pg`: loopback TCP only, SCRAM with a random password. Any number of processes may
 * call this at once. Recovers a cluster left by a killed process.
 * @param options.settings server settings for this cluster (`fsync: "off"` for tests)
 * @throws StartError with one line that gives the reason
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { database: string; log: (line: string) => void; settings?: Record<string, string> },
): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true });
  const folder = path.join(realpathSync(dataDir), "pg");
  const binaries = postgresBinaries();
  const account = postgresAccount(binaries.program("postgres"), folder);
  const cluster = { folder, binaries, account, settings: options.settings ?? {} };
  if (!existsSync(accessFile(folder))) {
    options.log("creating the database");
    await initialize(cluster);
  }
  const { hold, joined } = await startOrJoin(cluster, options.log);
  await createDatabase(hold, options.database);
  const urlOf = (database: string) => urlFor(folder, database);
  return { url: urlOf(options.database), urlOf, joined, stop: () => stop(cluster, hold) };
}

/** Whether a server runs on `<dataDir>/pg`. */
export async function isServing(dataDir: string): Promise<boolean> {
  const held = await join(path.join(dataDir, "pg"));
  await held?.end({ timeout: 1 });
  return held !== undefined;
}

/** initdb runs in a draft folder, which one rename publishes as the cluster: a killed first start leaves nothing half made. */
async function initialize(cluster: Cluster): Promise<void> {
  const { folder, account } = cluster;
  removeAbandonedDrafts(folder);
  const draft = `${folder}${DRAFT}${process.pid}-${randomBytes(4).toString("hex")}`;
  const passwordFile = `${draft}.password`;
  const password = randomBytes(24).toString("base64url");
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  account.own(draft);
  account.own(passwordFile);
  const flags = ["-U", userName, `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--encoding=UTF8"];
  // The built-in locale sorts alike on every machine.
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const result = await run(cluster, "initdb", ["-D", draft, ...flags, ...locale]);
  rmSync(passwordFile, { force: true });
  if (result.code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartError(
      `The embedded PostgreSQL could not be created in ${folder}: ${lastLine(result.output)}`,
    );
  }
  writeAccess(draft, { port: await freePort(), password });
  publish(draft, folder);
}

function removeAbandonedDrafts(folder: string): void {
  const prefix = path.basename(folder) + DRAFT;
  for (const name of readdirSync(path.dirname(folder)).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split("-")[0]);
    if (!isAlive(pid)) rmSync(path.join(path.dirname(folder), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function publish(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was first; its cluster is equivalent.
    if (!existsSync(accessFile(folder))) throw error;
  }
}

async function startOrJoin(
  cluster: Cluster,
  log: (line: string) => void,
): Promise<{ hold: Sql; joined: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const running = await join(cluster.folder);
    if (running) return { hold: running, joined: true };
    turnOverServerLog(cluster.folder);
    const logged = serverLogSize(cluster.folder);
    const result = await pgCtlStart(cluster);
    const started = result.code === 0 ? await join(cluster.folder) : undefined;
    if (started) return { hold: started, joined: false };
    const output = result.output + serverLogSince(cluster.folder, logged);
    if (attempt >= START_ATTEMPTS) {
      throw new StartError(
        `The embedded PostgreSQL does not start: ${lastLine(output)} (log: ${serverLog(cluster.folder)})`,
      );
    }
    if (attempt === 3) log("waiting for the database's previous run to end");
    if (/could not bind|Address already in use/.test(output)) await moveToFreePort(cluster.folder);
    if (/lock file .* already exists/.test(output)) forgetForeignPid(cluster.folder);
    // After kill -9 the dead server's pid stays visible for a second or two.
    await delay(RETRY_MS);
  }
}

function pgCtlStart(cluster: Cluster): Promise<Result> {
  const settings = {
    port: String(readAccess(cluster.folder).port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "100",
    ...cluster.settings,
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const where = ["-D", cluster.folder, "-l", serverLog(cluster.folder)];
  return run(cluster, "pg_ctl", [...where, "-w", "-t", "60", "-o", flags.join(" "), "start"]);
}

/**
 * Connects to the server that runs on this folder, and marks it as in use. Waiting for the shared lock makes a joiner see the end of a
 * server that another process is just stopping.
 */
async function join(folder: string): Promise<Sql | undefined> {
  if (!existsSync(pidFile(folder))) return undefined;
  const hold = postgres(urlFor(folder, "postgres"), {
    max: 1,
    connect_timeout: 5,
    connection: { application_name: "timeaway start" },
    // By default the driver ends the connection after half an hour or more, and with it the lock: the next process to stop would stop the
    // server for all.
    max_lifetime: null,
    onnotice: () => undefined,
  });
  try {
    const [server] = await hold`SELECT current_setting('data_directory') AS folder`;
    if (realpathSync(server?.folder) !== realpathSync(folder)) throw new Error("another server on this port");
    await hold`SELECT pg_advisory_lock_shared(${IN_USE_LOCK})`;
    return hold;
  } catch {
    await hold.end({ timeout: 0 });
    return undefined;
  }
}

async function createDatabase(hold: Sql, database: string): Promise<void> {
  const existing = await hold`SELECT 1 FROM pg_database WHERE datname = ${database}`;
  if (existing.length > 0) return;
  try {
    await hold`CREATE DATABASE ${hold(database)}`;
  } catch (error) {
    const duplicate = ["42P04", "23505"].includes((error as { code?: string }).code ?? "");
    if (!duplicate) throw error;
  }
}

async function stop(cluster: Cluster, hold: Sql): Promise<boolean> {
  try {
    await hold`SELECT pg_advisory_unlock_shared(${IN_USE_LOCK})`;
    const [last] = await hold`SELECT pg_try_advisory_lock(${IN_USE_LOCK}) AS alone`;
    if (!last?.alone) return false;
    // The lock is kept until the server ends, so that no process can join a server that is stopping.
    return (await run(cluster, "pg_ctl", ["-D", cluster.folder, "-m", "fast", "-w", "stop"])).code === 0;
  } catch {
    return false;
  } finally {
    await hold.end({ timeout: 1 });
  }
}

type Result = { code: number | null; output: string };

function run(cluster: Cluster, program: "initdb" | "pg_ctl", args: string[]): Promise<Result> {
  const [command, commandArgs] = cluster.account.wrap(cluster.binaries.program(program), args);
  const { PGPASSWORD: _, ...inherited } = process.env;
  const child = spawn(command, commandArgs, {
    ...cluster.account.identity,
    // The account may not be allowed to read the current folder.
    cwd: path.parse(cluster.folder).root,
    env: { ...inherited, LC_ALL: "C", LANG: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: null, output: error.message }));
    // On Windows the server inherits the pipes and keeps them open.
    child.on(process.platform === "win32" ? "exit" : "close", (code) => resolve({ code, output }));
  });
}

const lastLine = (output: string) => output.trim().split("\n").at(-1) ?? "no reason given";
