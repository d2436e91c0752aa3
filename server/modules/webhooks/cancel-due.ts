import { type SQL, sql } from "drizzle-orm";
import { minute, plus } from "@/server/kernel/clock";
import { arrayOf } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import type { Due } from "./find-due";

/**
 * A condition on a row that is sought by its id, told so that it says nothing to the planner. In a quiet hour nothing is pending, and a
 * plan of that hour would look for every row among all that are: there are none, it believes.
 */
const provided = (condition: SQL): SQL => sql`case when ${condition} then true else false end`;

/** Gives deliveries up without an attempt: nobody may be told any more. */
export const cancelDue = (services: Services, due: readonly Due[]): Promise<void> =>
  change(
    services,
    due,
    sql`status = 'cancelled', error = 'OUT_OF_REACH', next_attempt_at = null,
      completed_at = ${services.clock().toISOString()}::timestamptz`,
  );

/** What cannot be made must not be tried in a tight loop. */
export const putOff = (services: Services, due: readonly Due[]): Promise<void> =>
  change(services, due, sql`next_attempt_at = ${plus(services.clock(), minute).toISOString()}::timestamptz`);

async function change({ db }: Services, rows: readonly Due[], set: SQL): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    update webhook_deliveries d set ${set}
    from unnest(
      ${arrayOf(rows.map(({ workspaceId }) => workspaceId))}::uuid[], ${arrayOf(rows.map(({ id }) => id))}::uuid[],
      ${arrayOf(rows.map(({ attemptCount }) => attemptCount))}::int[]) as r(workspace_id, id, attempt_count)
    where d.workspace_id = r.workspace_id and d.id = r.id
      and ${provided(sql`d.attempt_count = r.attempt_count and d.status = 'pending'`)}`);
}
