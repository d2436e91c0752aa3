import { and, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { reachesOf } from "@/server/access/covers";
import type { Reach } from "@/server/access/reach";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { unnested } from "@/server/kernel/database/sql-parts";
import { newId } from "@/server/kernel/ids";
import type { ScheduleKind } from "@/server/modules/integrations/schedules/kind";
import { requireReporter } from "./policy";
import { writtenFields } from "./present";

export type ReportRow = InferSelectModel<typeof scheduledReports>;
type OccurrenceRow = InferSelectModel<typeof occurrences>;

/** One occurrence of a report, to be sent. */
export interface DueReport {
  occurrence: OccurrenceRow;
  report: ReportRow;
}

/** A location admin's reports: they name locations, and only the admin's. */
function within(reach: Reach): SQL | undefined {
  if (reach.kind === "workspace") return undefined;
  const ids = reach.kind === "locations" ? [...reach.ids] : [];
  const named = scheduledReports.locationIds;
  return sql`(cardinality(${named}) > 0 and ${named} <@ ${arrayOf(ids)}::uuid[])`;
}

const address = statement(sql`
  insert into ${dispatches} (workspace_id, id, occurrence_id, platform, address)
  select m.workspace_id, m.id, m.occurrence_id, 'email', m.address
  from ${unnested("m", { workspace_id: "uuid", id: "uuid", occurrence_id: "uuid", address: "text" })}`);

/** The schedule kind of reports. */
export const reportSchedule: ScheduleKind<ReportRow> = {
  name: "scheduled_report",
  table: scheduledReports,
  scheduleId: occurrences.reportId,
  dispatchOrder: [dispatches.address],
  /** The reports that the acting user and the key's owner may see (decision 9). */
  visible(ctx) {
    requireReporter(ctx);
    return and(...reachesOf(ctx).map(within));
  },
  writtenFields,
  /** The recipients are written when it comes due, because no text has to be composed first. */
  async onFired(tx, fired) {
    const mails = fired.flatMap(({ row, id }) =>
      row.recipients.map((to) => ({ workspaceId: row.workspaceId, occurrenceId: id, to, id: newId() })),
    );
    await address(tx, {
      workspace_id: arrayOf(mails.map(({ workspaceId }) => workspaceId)),
      occurrence_id: arrayOf(mails.map(({ occurrenceId }) => occurrenceId)),
      address: arrayOf(mails.map(({ to }) => to)),
      id: arrayOf(mails.map(({ id }) => id)),
    });
  },
};
