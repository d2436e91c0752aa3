import { asc, eq } from "drizzle-orm";
import {
  scheduledReportDispatches,
  scheduledReportOccurrences,
  scheduledReports,
} from "@/drizzle/schema/scheduled-reports";
import type { Services } from "@/server/kernel/services";

/** Bodies that are valid as they are; every one is sent at 09:00 in Paris. */
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
    .from(scheduledReportOccurrences)
    .where(eq(scheduledReportOccurrences.workspaceId, workspaceId))
    .orderBy(asc(scheduledReportOccurrences.localDate));

export const reportDispatches = ({ db }: Services, workspaceId: string) =>
  db
    .select()
    .from(scheduledReportDispatches)
    .where(eq(scheduledReportDispatches.workspaceId, workspaceId))
    .orderBy(asc(scheduledReportDispatches.address));
