import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { migrate } from "@/drizzle/migrate";
import { pidFile, readAccess, writeAccess } from "@/server/cli/cluster-folder";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/cli/embedded-postgres";
import { freePort } from "@/server/cli/free-port";
import { postgresAccount } from "@/server/cli/postgres-account";
import { postgresBinaries } from "@/server/cli/postgres-binaries";

/** A primary and its streaming replica, on separate servers. */
export interface ReplicatedDatabase {
  url: string;
  replicaUrl: string;
  /** Pauses the replay: the replica receives the primary's changes, and shows none of them. */
  holdReplica(): Promise<void>;
  releaseReplica(): Promise<void>;
  stopReplica(): Promise<void>;
  /** Starts on the same port as before. */
  startReplica(): Promise<void>;
  remove(): Promise<void>;
}

const database = "timeaway";
/** A crash of the server process keeps commits; a crash of the machine does not matter to a test. */
const settings = { fsync: "off", full_page_writes: "off" };
/** The lag of a replica in the next town, which exposes a read that does not wait for it. */
const late = { ...settings, recovery_min_apply_delay: "20ms" };
const log = () => undefined;

/** A migrated primary, and a replica made from a backup of its files. */
export async function replicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = path.resolve(`.data/test/replicated-${randomBytes(6).toString("hex")}`);
  const [first, second] = [path.join(folder, "primary"), path.join(folder, "replica")];
  const primary = await startEmbeddedPostgres(first, { database, log, settings });
  await migrate(primary.url);
  await backUp(primary, path.join(first, "pg"), path.join(second, "pg"));
  const start = () => startEmbeddedPostgres(second, { database, log, settings: late });
  let replica = await start();
  const callReplica = async (what: string) => {
    const sql = postgres(replica.url, { max: 1 });
    await sql.unsafe(`select ${what}()`);
    await sql.end();
  };
  return {
    url: primary.url,
    replicaUrl: replica.url,
    holdReplica: () => callReplica("pg_wal_replay_pause"),
    releaseReplica: () => callReplica("pg_wal_replay_resume"),
    async stopReplica() {
      await replica.stop();
    },
    async startReplica() {
      replica = await start();
    },
    async remove() {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the files of a running server, and configures the copy as its standby. */
async function backUp(from: EmbeddedPostgres, own: string, copy: string): Promise<void> {
  const sql = postgres(from.url, { max: 1 });
  await sql`select pg_backup_start('replica', true)`;
  mkdirSync(path.dirname(copy), { recursive: true });
  cpSync(own, copy, { recursive: true, filter: (file) => file !== pidFile(own) });
  const [backup] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`;
  await sql.end();
  const { hostname, port, username, password } = new URL(from.url);
  const primary = `host=${hostname} port=${port} user=${username} password=${password}`;
  const configuration = path.join(copy, "postgresql.auto.conf");
  writeFileSync(path.join(copy, "backup_label"), backup?.label ?? "");
  writeFileSync(path.join(copy, "standby.signal"), "");
  writeFileSync(configuration, `${readFileSync(configuration, "utf8")}primary_conninfo = '${primary}'\n`);
  writeAccess(copy, { ...readAccess(copy), port: await freePort() });
  const account = postgresAccount(postgresBinaries().program("postgres"), own);
  for (const name of ["", ...readdirSync(copy, { recursive: true }).map(String)])
    account.own(path.join(copy, name));
}
