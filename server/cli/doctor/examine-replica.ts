import postgres, { type Sql } from "postgres";
import { error, type Finding, ok, warning } from "./finding";

interface Primary extends Record<string, unknown> {
  cluster: string;
  at: string;
  waitsForDisk: boolean;
}

interface Copy extends Record<string, unknown> {
  cluster: string;
  isFollowing: boolean;
  lagBytes: number;
  lagSeconds: number;
}

/** The maximum lag; a read never waits longer. */
const maxLagSeconds = 1;

const open = (url: string): Sql =>
  postgres(url, {
    ...{ max: 1, prepare: false, fetch_types: false, connect_timeout: 5, onnotice: () => undefined },
    connection: { application_name: "timeaway doctor" },
  });

/** Whether reads can use the replica, and its lag. Without a replica all reads use the primary. */
export async function examineReplica(primaryUrl: string, replicaUrl: string): Promise<Finding> {
  const [primary, copy] = [open(primaryUrl), open(replicaUrl)];
  try {
    return await examined(primary, copy);
  } catch (cause) {
    const message = `The replica cannot be asked: ${(cause as Error).message || (cause as { code?: string }).code}.`;
    return warning("replica", message, "Start it, or correct DATABASE_REPLICA_URL. Reads go to the primary.");
  } finally {
    await Promise.all([primary, copy].map((sql) => sql.end({ timeout: 5 })));
  }
}

async function examined(primary: Sql, copy: Sql): Promise<Finding> {
  const [wanted] = await primary<Primary[]>`
    select (select system_identifier::text from pg_control_system()) as cluster, pg_current_wal_flush_lsn()::text as at,
      (select reset_val from pg_settings where name = 'synchronous_commit') <> 'off' as "waitsForDisk"`;
  const [found] = await copy<Copy[]>`
    select (select system_identifier::text from pg_control_system()) as cluster,
      pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as "isFollowing",
      greatest(0, pg_wal_lsn_diff(${wanted?.at ?? "0/0"}::pg_lsn, coalesce(pg_last_wal_replay_lsn(), '0/0')))::float8 as "lagBytes",
      case when pg_last_wal_replay_lsn() >= ${wanted?.at ?? "0/0"}::pg_lsn then 0
        else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) end::float8 as "lagSeconds"`;
  if (!wanted || !found) throw new Error("nothing was answered");
  if (found.cluster !== wanted.cluster)
    return error(
      "replica",
      "DATABASE_REPLICA_URL leads to another database cluster than DATABASE_URL.",
      "Set it to a streaming replica of the primary, or remove it.",
    );
  if (!found.isFollowing)
    return warning(
      "replica",
      "The replica follows no primary: reads go to the primary.",
      "See that DATABASE_REPLICA_URL leads to a replica, and that its primary_conninfo leads to the primary.",
    );
  if (!wanted.waitsForDisk)
    return warning(
      "replica",
      "The primary has synchronous_commit = off: a read from the replica may miss what was just written.",
      "Turn it on, or remove DATABASE_REPLICA_URL.",
    );
  const behind = `${found.lagBytes} bytes and ${found.lagSeconds.toFixed(1)} s`;
  if (found.lagSeconds > maxLagSeconds)
    return warning(
      "replica",
      `The replica is ${behind} behind.`,
      "Reads go to the primary until it has caught up.",
    );
  return ok("replica", `The replica follows, ${behind} behind.`);
}
