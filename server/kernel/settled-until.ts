import { sql } from "drizzle-orm";
import { type Db, statement } from "./db";

const horizon = statement<{ at: number }>(sql`
  select extract(epoch from date_trunc('milliseconds', case when pg_is_in_recovery() then to_timestamp(0) else least(now(), min(
    case when state is null or state = 'disabled' then to_timestamp(0) else xact_start end)) end))::float8 * 1000 as at
  from pg_stat_activity where datname = current_database() and backend_xid is not null and usesysid is not null`);

/**
 * Until when (to the millisecond, itself excluded) everything that was written is there to be read: no transaction that is still under
 * way has written, or will write, with an earlier time. A reader who goes by the time of writing and sees only what is before it misses
 * nothing, in whatever order transactions commit.
 *
 * It holds for times that the database takes as it writes, `clock_timestamp()` after `pg_current_xact_id()`: from then on others see that
 * the transaction writes. What is read must be read by a later statement, whose snapshot has all that ended before.
 *
 * A writer whose start may not be seen, because it is another role's or `track_activities` is off, holds up everything (the epoch); with
 * `pg_read_all_stats` the service sees other roles', too. So does a replica, which sees no writer (`onPrimary`). Prepared transactions are
 * in no session, and are not waited for. Autovacuum, which has no user, writes none of our rows: its ANALYZE, which takes its number late
 * and began long before, would put off what was settled already.
 */
export async function settledUntil(db: Db): Promise<Date> {
  // `now()`, since activity is looked at once in a transaction; a session that begins to write meanwhile does so later.
  const [row] = await horizon(db);
  return new Date(Math.round(Number(row?.at)));
}
