import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { pidFile } from "../cli/cluster-folder";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../cli/embedded-postgres";
import type { Pooler } from "../test/pgbouncer";
import type { Fleet } from "./soak-fleet";

/** A fault and its time, in milliseconds of `performance.now()`. */
export interface Fault {
  kind: string;
  at: number;
}

/** Shell commands that stop one of the database's servers, and start it again. */
export interface ServerCommands {
  stop: string;
  start: string;
}

/** The targets of faults. */
export interface Site {
  fleet: Fleet;
  dataDir: string;
  database: Pick<EmbeddedPostgres, "url" | "stop">;
  /** The database is one that was given, so it is not ours to stop. */
  isGiven: boolean;
  pooler: Pooler | undefined;
  server: ServerCommands | undefined;
  random: () => number;
}

export const databaseOptions = { database: "soak", log: () => undefined };

const shell = promisify(exec);

const between = ({ random }: Site, least: number, most: number): number => least + random() * (most - least);

/** Each fault does one kind of harm, and ends when the service is restored. */
const faults: Record<string, (site: Site) => Promise<void>> = {
  "kill -9 of a process": async (site) => {
    const member = site.fleet.any(site.random);
    await member.signal("SIGKILL");
    await delay(between(site, 0, 1500));
    await member.start();
  },
  "process frozen for some seconds": async (site) => {
    const member = site.fleet.any(site.random);
    await member.signal("SIGSTOP");
    await delay(between(site, 1000, 6000));
    await member.signal("SIGCONT");
  },
  "process frozen for long": async (site) => {
    const member = site.fleet.any(site.random);
    await member.signal("SIGSTOP");
    await delay(18_000);
    await member.signal("SIGCONT");
  },
  "rolling restart": ({ fleet }) => fleet.replaceOldest(),
  "immediate stop of the database": async (site) => {
    const pid = Number(readFileSync(pidFile(path.join(site.dataDir, "pg")), "utf8").split("\n")[0]);
    process.kill(pid, "SIGQUIT");
    await delay(between(site, 300, 2500));
    site.database = await startEmbeddedPostgres(site.dataDir, databaseOptions);
  },
  "all connections cut": async ({ database }) => {
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`;
    await sql.end();
  },
  "pooler restarted": async (site) => {
    if (!site.pooler) return;
    await site.pooler.stop();
    await delay(between(site, 0, 2000));
    await site.pooler.start();
  },
  "a server of the database away": async (site) => {
    if (!site.server) return;
    await shell(site.server.stop);
    await delay(between(site, 2000, 12_000));
    await shell(site.server.start);
  },
};

/** Faults that need something that not every site has. */
const isPossible = (kind: string, site: Site): boolean => {
  if (kind === "pooler restarted") return site.pooler !== undefined;
  if (kind === "immediate stop of the database") return !site.isGiven;
  if (kind === "a server of the database away") return site.server !== undefined;
  return true;
};

/**
 * Runs one fault after the other, each kind equally often, until `isOver`.
 * @returns the faults done; the last one is over
 */
export async function doFaults(site: Site, isOver: () => boolean, pauseMs: number): Promise<Fault[]> {
  const done: Fault[] = [];
  const kinds = Object.keys(faults).filter((kind) => isPossible(kind, site));
  for (let turn = 0; !isOver(); turn++) {
    await pause(pauseMs * (0.5 + site.random()), isOver);
    const kind = kinds[turn % kinds.length] ?? "";
    if (isOver()) break;
    done.push({ kind, at: performance.now() });
    await faults[kind]?.(site);
  }
  return done;
}

async function pause(ms: number, isOver: () => boolean): Promise<void> {
  const until = performance.now() + ms;
  while (!isOver() && performance.now() < until) await delay(100);
}
