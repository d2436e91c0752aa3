import { sql } from "drizzle-orm";
import { statement } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";

const end = statement<{ isEnded: boolean }>(sql`
  select pg_terminate_backend(pid) as "isEnded" from pg_stat_activity
  where datname = current_database() and usename = current_user and application_name like 'timeaway%'
    and state = 'active' and xact_start is not null and wait_event = 'ClientRead'
    and state_change < clock_timestamp() - ${sql.placeholder("idleMs")}::int * interval '1 millisecond'`);

/**
 * Terminates our database sessions that wait for the rest of a statement: the sending process is frozen, or its machine is gone. Such a
 * session is not idle, and an incomplete statement cannot be cancelled, so none of PostgreSQL's timeouts ends it. It would keep its locks
 * for as long as the connection lasts.
 * @returns how many sessions it terminated
 */
export async function endStuckSessions({ admission, settings, log }: Services): Promise<number> {
  const rows = await end(admission, { idleMs: settings.databaseLimits.idleMs });
  const ended = rows.filter(({ isEnded }) => isEnded).length;
  if (ended > 0) log.warn({ sessions: ended }, "ended database sessions that were stuck in a statement");
  return ended;
}
