import { sql } from "drizzle-orm";
import { type Db, statement } from "./db";

const horizon = statement<{ at: number }>(sql`
  select extract(epoch from date_trunc('milliseconds', least(now(), min(
    case when state is null or state = 'disabled' then to_timestamp(0) else xact_start end))))::float8 * 1000 as at
  from pg_stat_activity where datname = current_database() and backend_xid is not null and usesysid is not null`);

/**
 * The instant (to the millisecond, exclusive) until which every write is visible: no transaction in progress has written, or will write,
 * with an earlier time. A reader that pages by write time and reads only rows before it misses nothing, in whatever order transactions
 * commit.
 *
 * It applies to times that the database takes as it writes, `clock_timestamp()` after `pg_current_xact_id()`: from then on other sessions
 * see that the transaction writes. Read the rows in a later statement, whose snapshot has every transaction that ended before.
 *
 * A writer whose start is not visible, because it belongs to another role or `track_activities` is off, blocks everything: the result is
 * the epoch. With `pg_read_all_stats` the service also sees other roles. Prepared transactions belong to no session, and are not waited for. Autovacuum, which has no user, is excluded. It writes
 * none of our rows, and its ANALYZE, which takes its transaction ID late but began long before, would set the instant back.
 */
export async function settledUntil(db: Db): Promise<Date> {
  // `now()`, since PostgreSQL reads the activity once per transaction; a session that begins to write after that does so later.
  const [row] = await horizon(db);
  return new Date(Math.round(Number(row?.at)));
}
