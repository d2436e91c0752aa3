import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Db, statement } from "./db";

/** The rows that a reader goes through in the order of their times. */
export interface Written {
  workspaceId: string;
  table: PgTable;
}

const { placeholder } = sql;

// Only functions, since a server of distributed workspaces is sent them with the row of `workspaces`, and no view.
const ownDatabase = sql`(select datid from pg_stat_get_activity(pg_backend_pid()))`;

/** A table's name on the workspace's server, which may have it in parts with numbers. */
const named = sql`('(^|\\.)' || ${placeholder("table")} || '(_\\d+)?$')`;

/** Locks without a process are those of prepared transactions. All locks are read only while there is one. */
const isPrepared = sql`exists (select from pg_prepared_xact() where dbid = ${ownDatabase}) and exists (
  select from pg_lock_status() where pid is null and database = ${ownDatabase}
    and locktype = 'relation' and mode = 'RowExclusiveLock' and relation::regclass::text ~ ${named})`;

// `now()`, since PostgreSQL reads the activity once per transaction; a session that begins to write after that does so later. A session that
// prepares its transaction is in the activity until the transaction is among the prepared ones: those are read second.
const horizon = statement<{ at: number }>(sql`
  select extract(epoch from case when ${isPrepared} then to_timestamp(0)
    else date_trunc('milliseconds', least(now(), writers.began)) end)::float8 * 1000 as at
  from ${workspaces} w, lateral (
    select min(case when state is null or state = 'disabled' then to_timestamp(0) else xact_start end) as began
    from pg_stat_get_activity(null)
    where datid = ${ownDatabase} and backend_xid is not null and usesysid is not null) writers
  where w.id = ${placeholder("workspaceId")}`);

/**
 * The instant (to the millisecond, exclusive) until which every write to a workspace's rows of a table is visible: no transaction in progress
 * has written, or will write, with an earlier time. A reader that pages by write time and reads only rows before it misses nothing, in
 * whatever order transactions commit.
 *
 * It applies to times that the row's server takes as it writes, by a trigger: `clock_timestamp()` after `pg_current_xact_id()`. From then on
 * other sessions of that server see that the transaction writes. Read the rows in a later statement, whose snapshot has every transaction
 * that ended before.
 *
 * The statement runs where the workspace's rows are: where workspaces are distributed over servers, that one alone knows who writes them, and
 * by its clock. A row is visible there at another moment than its transaction ends for its writer, and this is the moment that counts.
 *
 * A writer whose start is not visible blocks everything: the result is the epoch. It belongs to another role, `track_activities` is off, or its
 * transaction is prepared, as one that writes on several servers is while it commits; a prepared one counts when it wrote to the table. With
 * `pg_read_all_stats` the service also sees other roles. Autovacuum, which has no user, is excluded. It writes none of our rows, and its
 * ANALYZE, which takes its transaction ID late but began long before, would set the instant back.
 */
export async function settledUntil(db: Db, { workspaceId, table }: Written): Promise<Date> {
  const [row] = await horizon(db, { workspaceId, table: getTableName(table) });
  return new Date(Math.round(Number(row?.at ?? 0)));
}
