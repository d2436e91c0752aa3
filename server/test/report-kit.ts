import { and, asc, eq, isNotNull } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { workspaceOf } from "@/server/access/reach";
import type { Services } from "@/server/kernel/services";
import { readDispatches } from "@/server/modules/integrations/schedules/read-dispatches";

/** Valid bodies; every one is sent at 09:00 in Paris. */
const common = {
  name: "Who is away",
  reportType: "WHO_IS_AWAY",
  timezone: "Europe/Paris",
  hour: 9,
  minute: 0,
  format: "CSV",
  recipients: ["hr@example.com"],
};
export const dailyReport = { ...common, frequency: "DAILY", sendOnDays: [1, 2, 3, 4, 5] };
export const weeklyReport = { ...common, frequency: "WEEKLY", day: 1 };
export const monthlyReport = { ...common, frequency: "MONTHLY", dayOfMonth: "LAST" };

export const reportRows = ({ db }: Services, workspaceId: string) =>
  db
    .select()
    .from(scheduledReports)
    .where(eq(scheduledReports.workspaceId, workspaceId))
    .orderBy(asc(scheduledReports.id));

export const reportOccurrences = ({ db }: Services, workspaceId: string) =>
  db
    .select()
    .from(occurrences)
    .where(and(eq(occurrences.workspaceId, workspaceId), isNotNull(occurrences.reportId)))
    .orderBy(asc(occurrences.localDate));

export const reportDispatches = ({ db }: Services, workspaceId: string) =>
  readDispatches(db, workspaceOf({ workspaceId }), undefined, [asc(dispatches.address)]);
