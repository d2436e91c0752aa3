import { eq, sql } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import { reportDownloads } from "@/drizzle/schema/report-downloads";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { occurrences } from "@/drizzle/schema/schedules";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/database/db";
import { literal } from "@/server/kernel/database/sql-parts";
import { type Place, workspace } from "./walk";

const { placeholder } = sql;
const user = sql`${placeholder("userId")}::uuid`;
const together = 20;

/** With their dispatches and the files kept for download. */
const deleteHistory = statement(sql`
  delete from ${occurrences} o where o.workspace_id = ${workspace} and o.id = any(array(
    select p.id from ${notifications} n join ${occurrences} p on p.workspace_id = n.workspace_id and p.notification_id = n.id
    where n.workspace_id = ${workspace} and n.owner_id = ${user}
    union all select p.id from ${scheduledReports} r join ${occurrences} p on p.workspace_id = r.workspace_id and p.report_id = r.id
    where r.workspace_id = ${workspace} and r.owner_id = ${user} limit ${literal(together)}))`);

/** The person's schedules, paused before: first their histories, then the schedules. */
const ofSchedules: Place = {
  async look({ db, workspaceId, userId }) {
    const { count } = await deleteHistory(db, { workspaceId, userId });
    if (count === together) return { seenCount: 0, position: [] };
    for (const table of [notifications, scheduledReports])
      await scoped(workspaceOf({ workspaceId }), table).delete(db).where(eq(table.ownerId, userId));
    return { seenCount: 0, position: null };
  },
};

const fewDownloads = 5;
const deleteDownloads = statement<{ count: number }>(sql`
  with gone as (
    delete from ${reportDownloads} d where d.workspace_id = ${workspace} and d.id = any(array(
      select f.id from ${reportDownloads} f where f.workspace_id = ${workspace} limit ${literal(fewDownloads)}))
    returning d.occurrence_id
  ), again as (
    update ${occurrences} o set next_attempt_at = ${placeholder("now")}::timestamptz from gone
    where o.workspace_id = ${workspace} and o.id = gone.occurrence_id and o.status = 'pending'
  )
  select count(*)::int as count from gone`);

/**
 * A spreadsheet cannot be searched for a name: stored files are deleted, since they can be generated again. Those attached to mails that are
 * not sent yet, are.
 */
const ofDownloads: Place = {
  async look({ db, workspaceId, services }) {
    const [deleted] = await deleteDownloads(db, { workspaceId, now: services.clock().toISOString() });
    return { seenCount: 0, position: deleted?.count === fewDownloads ? [] : null };
  },
};

export const eraseSchedules: readonly Place[] = [ofSchedules, ofDownloads];
