import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import {
  reportFormats,
  reportFrequencies,
  reportOccurrenceStatuses,
  reportSkipReasons,
  reportTypes,
} from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import type { FilterOf } from "@/server/kernel/list-input";
import { addressText, idOf, otherFaults, wireId, wireInstant } from "@/server/kernel/schema";
import {
  attempt,
  audience,
  dispatchShape,
  occurrencePage,
  occurrenceShape,
  patchToMerge,
  scheduleList,
  sendClock,
  sendDay,
  sendName,
  sendOnDays,
} from "@/server/modules/integrations/schedules/schema";

const about = {
  reportType:
    "`PAYROLL_RUN` makes a payroll run of the pay period that is over, once for each period, and sends its file. It needs exactly one location, no departments or labels, the format CSV or XLSX, and, for an API key, the scope `payroll-runs:write`.",
  payrollTemplateId: "Only for PAYROLL_RUN. Null (the default) for the usual columns.",
};

const recipients = z
  .array(addressText)
  .min(1, "Must have at least one address.")
  .max(limits.addresses, `Must have at most ${limits.addresses} addresses.`)
  .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, rule("addressRepeated"))
  .meta({
    description: "Email addresses, each only once (case-insensitive). Everyone gets a separate email.",
    override: { uniqueItems: true },
  });

const dayOfMonth = z
  .union([z.int().min(1).max(28), z.literal("LAST")], rule("dayOfMonth"))
  .meta({ description: "1 to 28, or LAST for the last day of the month." });

const shared = {
  name: sendName,
  reportType: z.enum(reportTypes).meta({ description: about.reportType }),
  ...sendClock,
  format: z.enum(reportFormats),
  payrollTemplateId: idOf("payrollTemplate")
    .nullable()
    .default(null)
    .meta({ description: about.payrollTemplateId }),
  recipients,
  ...audience,
  enabled: z.boolean().default(true),
};

const daily = { frequency: z.literal("DAILY"), ...shared, sendOnDays };
const weekly = { frequency: z.literal("WEEKLY"), ...shared, day: sendDay };
const monthly = { frequency: z.literal("MONTHLY"), ...shared, dayOfMonth };

/** The schemas of a report, by frequency: for a create, and for the stored report after a change. */
export const reportShapes = {
  DAILY: z.strictObject(daily).meta({ id: "DailyScheduledReportCreate" }),
  WEEKLY: z.strictObject(weekly).meta({ id: "WeeklyScheduledReportCreate" }),
  MONTHLY: z.strictObject(monthly).meta({ id: "MonthlyScheduledReportCreate" }),
};
export type ReportFields = z.output<(typeof reportShapes)[keyof typeof reportShapes]>;

/** Every field of any frequency. */
const patchShape: Record<string, z.ZodType> = {
  ...monthly,
  ...weekly,
  ...daily,
  frequency: z.enum(reportFrequencies),
};
export const reportFieldNames: readonly string[] = Object.keys(patchShape);

export const ScheduledReportCreate = z
  .discriminatedUnion("frequency", [reportShapes.DAILY, reportShapes.WEEKLY, reportShapes.MONTHLY])
  .superRefine(...otherFaults({ field: "frequency", values: reportFrequencies }, shared, reportFieldNames))
  .meta({ id: "ScheduledReportCreate" });
export type ScheduledReportCreate = z.output<typeof ScheduledReportCreate>;

export const ScheduledReportPatch = patchToMerge("ScheduledReportPatch", patchShape, reportShapes);
export type ScheduledReportPatch = z.output<typeof ScheduledReportPatch>;

const answered = {
  id: wireId("report"),
  name: z.string(),
  reportType: z.enum(reportTypes),
  timezone: z.string(),
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
  format: z.enum(reportFormats),
  payrollTemplateId: wireId("payrollTemplate").nullable().meta({ description: about.payrollTemplateId }),
  recipients: z.array(z.string()),
  locationIds: z.array(wireId("location")),
  departmentIds: z.array(wireId("department")),
  labelIds: z.array(wireId("label")),
  ownerId: wireId("user"),
  enabled: z.boolean(),
  lastSentAt: wireInstant.nullable().meta({ description: "Null until it's sent for the first time." }),
  nextSendAt: wireInstant.nullable().meta({ description: "Null while paused." }),
  createdAt: wireInstant,
  updatedAt: wireInstant,
};

export const ScheduledReport = z
  .discriminatedUnion("frequency", [
    z
      .object({ ...answered, frequency: z.literal("DAILY"), sendOnDays: z.array(sendDay) })
      .meta({ id: "DailyScheduledReport" }),
    z
      .object({ ...answered, frequency: z.literal("WEEKLY"), day: sendDay })
      .meta({ id: "WeeklyScheduledReport" }),
    z
      .object({ ...answered, frequency: z.literal("MONTHLY"), dayOfMonth })
      .meta({ id: "MonthlyScheduledReport" }),
  ])
  .meta({ id: "ScheduledReport" });
export type ScheduledReport = z.output<typeof ScheduledReport>;

// Requests and responses of the pages.

export const ReportRef = z.strictObject({ id: idOf("report") });
/** A form that creates one. */
export const ReportSubmission = z.strictObject({ attempt, report: ScheduledReportCreate });
export const ReportChange = z.strictObject({ id: idOf("report"), patch: ScheduledReportPatch });
export const DownloadRef = z.strictObject({ id: idOf("download") });
export const ReportOccurrence = z
  .object({
    ...occurrenceShape(reportOccurrenceStatuses, reportSkipReasons),
    rowCount: z.int().min(0).nullable().meta({ description: "Rows in the file, without the heading." }),
    nextAttemptAt: wireInstant.nullable(),
    recipients: z.array(z.object(dispatchShape)),
  })
  .meta({ id: "ReportOccurrence" });

export const ReportOccurrencePage = occurrencePage("report");

/** A form's current schedule: the rest of the form may still be invalid. */
export const ReportScheduleDraft = z.discriminatedUnion("frequency", [
  z.strictObject({ frequency: daily.frequency, ...sendClock, sendOnDays }),
  z.strictObject({ frequency: weekly.frequency, ...sendClock, day: sendDay }),
  z.strictObject({ frequency: monthly.frequency, ...sendClock, dayOfMonth }),
]);
export type ReportScheduleDraft = z.output<typeof ReportScheduleDraft>;

/** The list of reports on its page. */
export const ReportSearch = z.strictObject({
  ...scheduleList,
  type: z.enum(["all", ...reportTypes]).default("all"),
});
export type ReportFilter = FilterOf<typeof ReportSearch>;
