import { z } from "zod";
import {
  dispatchErrors,
  dispatchStatuses,
  reportDownloadStatuses,
  reportFormats,
  reportFrequencies,
  reportOccurrenceStatuses,
  reportSkipReasons,
  reportTypes,
} from "@/drizzle/schema/values";
import { idOf, wireDate, wireId, wireInstant } from "@/server/kernel/schema";
import { mergedShapes } from "@/server/modules/notifications/schema";
import { EmailAddress } from "@/server/modules/people/schema";

// A report's schedule and filters follow the same rules as a notification's.
const likeDaily = mergedShapes.DAILY.shape;
const likeWeekly = mergedShapes.WEEKLY.shape;

const recipients = z
  .array(EmailAddress)
  .min(1, "Must have at least one address.")
  .max(50, "Must have at most 50 addresses.")
  .refine(
    (all) => new Set(all.map((one) => one.toLowerCase())).size === all.length,
    "Must not repeat an address.",
  )
  .meta({ description: "E-mail addresses. Each gets a mail of its own." });

const dayOfMonth = z
  .union([z.int().min(1).max(28), z.literal("LAST")], "Must be a whole number from 1 to 28, or LAST.")
  .meta({ description: "1 to 28, or LAST for the last day of every month." });

const shared = {
  name: likeDaily.name,
  reportType: z.enum(reportTypes),
  timezone: likeDaily.timezone,
  hour: likeDaily.hour,
  minute: likeDaily.minute,
  format: z.enum(reportFormats),
  recipients,
  locationIds: likeDaily.locationIds,
  departmentIds: likeDaily.departmentIds,
  labelIds: likeDaily.labelIds,
  enabled: z.boolean().default(true),
};

const daily = { frequency: z.literal("DAILY"), ...shared, sendOnDays: likeDaily.sendOnDays };
const weekly = { frequency: z.literal("WEEKLY"), ...shared, day: likeWeekly.day };
const monthly = { frequency: z.literal("MONTHLY"), ...shared, dayOfMonth };

/** What a report of each frequency is made of: a create, and the stored report after a change. */
export const reportShapes = {
  DAILY: z.strictObject(daily).meta({ id: "DailyScheduledReportCreate" }),
  WEEKLY: z.strictObject(weekly).meta({ id: "WeeklyScheduledReportCreate" }),
  MONTHLY: z.strictObject(monthly).meta({ id: "MonthlyScheduledReportCreate" }),
};
export type ReportFields = z.output<(typeof reportShapes)[keyof typeof reportShapes]>;

/** What every frequency has; tells the other faults when the frequency itself is wrong. */
const AnyFrequency = z.looseObject(shared);

export const isReportFrequency = (value: unknown): value is keyof typeof reportShapes =>
  (reportFrequencies as readonly unknown[]).includes(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const ScheduledReportCreate = z
  .discriminatedUnion("frequency", [reportShapes.DAILY, reportShapes.WEEKLY, reportShapes.MONTHLY], {
    error: ({ input }) =>
      isObject(input) && input.frequency === undefined
        ? "Is required."
        : `Must be one of ${reportFrequencies.join(", ")}.`,
  })
  .superRefine(
    (value, context) => {
      const faults = AnyFrequency.safeParse(value, { reportInput: true }).error?.issues ?? [];
      context.issues.push(...(faults as typeof context.issues));
    },
    { when: ({ value }) => isObject(value) && !isReportFrequency(value.frequency) },
  )
  .meta({ id: "ScheduledReportCreate" });
export type ScheduledReportCreate = z.output<typeof ScheduledReportCreate>;

/** Every field that some frequency has. */
const patchShape: Record<string, z.ZodType> = {
  ...monthly,
  ...weekly,
  ...daily,
  frequency: z.enum(reportFrequencies),
};
export const reportFieldNames: readonly string[] = Object.keys(patchShape);

/** The fields' shapes for readers of the document. `override` of a schema's meta is the OpenAPI generator's, so it is applied here. */
function documented(): Record<string, unknown> {
  const shape = Object.fromEntries(
    Object.entries(patchShape).map(([name, field]) => [
      name,
      // A default would say what an absent field becomes; here it stays as it is.
      field instanceof z.ZodDefault ? z.optional(field.unwrap() as z.ZodType) : field.optional(),
    ]),
  );
  const { $schema: _, ...json } = z.toJSONSchema(z.strictObject(shape), {
    io: "input",
    override: ({ jsonSchema }) => {
      const { override, ...rest } = jsonSchema as Record<string, unknown>;
      if (override) Object.assign(jsonSchema, rest, override, { override: undefined });
    },
  });
  return JSON.parse(JSON.stringify(json)) as Record<string, unknown>;
}

/** Taken as it comes: what counts is whether the stored report, merged with it, is valid. So the verb checks it, all faults at once. */
export const ScheduledReportPatch = z
  .record(z.string(), z.unknown())
  .refine((patch) => Object.keys(patch).length > 0, "At least one field is required.")
  .meta({
    id: "ScheduledReportPatch",
    override: {
      ...documented(),
      minProperties: 1,
      description:
        "Fields that are not sent stay as they are; lists replace the current list. The result must be valid for its frequency; fields of another frequency are ignored.",
    },
  });
export type ScheduledReportPatch = z.output<typeof ScheduledReportPatch>;

const answered = {
  id: wireId("report"),
  name: z.string(),
  reportType: z.enum(reportTypes),
  timezone: z.string(),
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
  format: z.enum(reportFormats),
  recipients: z.array(z.string()),
  locationIds: z.array(wireId("location")),
  departmentIds: z.array(wireId("department")),
  labelIds: z.array(wireId("label")),
  ownerId: wireId("user"),
  enabled: z.boolean(),
  lastSentAt: wireInstant.nullable().meta({ description: "Null before the first one." }),
  nextSendAt: wireInstant.nullable().meta({ description: "Null while it is paused." }),
  createdAt: wireInstant,
  updatedAt: wireInstant,
};

export const ScheduledReport = z
  .discriminatedUnion("frequency", [
    z
      .object({ ...answered, frequency: z.literal("DAILY"), sendOnDays: z.array(likeWeekly.day) })
      .meta({ id: "DailyScheduledReport" }),
    z
      .object({ ...answered, frequency: z.literal("WEEKLY"), day: likeWeekly.day })
      .meta({ id: "WeeklyScheduledReport" }),
    z
      .object({ ...answered, frequency: z.literal("MONTHLY"), dayOfMonth })
      .meta({ id: "MonthlyScheduledReport" }),
  ])
  .meta({ id: "ScheduledReport" });
export type ScheduledReport = z.output<typeof ScheduledReport>;

// What the pages send and see.

export const ReportRef = z.strictObject({ id: idOf("report") });
/** A form that creates one; `attempt` is made once for each form, so that sending it twice creates one report. */
export const ReportSubmission = z.strictObject({
  attempt: z.string().regex(/^[0-9a-f]{32}$/),
  report: ScheduledReportCreate,
});
export const ReportChange = z.strictObject({ id: idOf("report"), patch: ScheduledReportPatch });
export const DownloadRef = z.strictObject({ id: idOf("download") });
export const ReportOccurrencePage = z.strictObject({
  id: idOf("report"),
  /** The last one that was seen. */
  before: idOf("occurrence").optional(),
  limit: z.int().min(1).max(100).default(25),
});

const clock = { timezone: likeDaily.timezone, hour: likeDaily.hour, minute: likeDaily.minute };
/** A form's schedule as it stands: the rest of the form may still be wrong. */
export const ReportScheduleDraft = z.discriminatedUnion("frequency", [
  z.strictObject({ frequency: daily.frequency, ...clock, sendOnDays: daily.sendOnDays }),
  z.strictObject({ frequency: weekly.frequency, ...clock, day: weekly.day }),
  z.strictObject({ frequency: monthly.frequency, ...clock, dayOfMonth }),
]);
export type ReportScheduleDraft = z.output<typeof ReportScheduleDraft>;

export const ReportOccurrenceView = z.object({
  id: wireId("occurrence"),
  localDate: wireDate,
  scheduledFor: wireInstant,
  sentAt: wireInstant.nullable(),
  status: z.enum(reportOccurrenceStatuses),
  isLate: z.boolean(),
  skipReason: z.enum(reportSkipReasons).nullable(),
  rowCount: z.int().nullable(),
  nextAttemptAt: wireInstant.nullable(),
  recipients: z.array(
    z.object({
      address: z.string(),
      status: z.enum(dispatchStatuses),
      sentAt: wireInstant.nullable(),
      mayBeDuplicate: z.boolean(),
      error: z.enum(dispatchErrors).nullable(),
      errorDetail: z.string().nullable(),
    }),
  ),
});
export type ReportOccurrenceView = z.output<typeof ReportOccurrenceView>;

export const DownloadView = z.object({
  id: wireId("download"),
  status: z.enum(reportDownloadStatuses),
  format: z.enum(reportFormats),
  fileName: z.string(),
  /** Rows that are written so far. */
  rowCount: z.int(),
  byteCount: z.int().nullable(),
  createdAt: wireInstant,
  finishedAt: wireInstant.nullable(),
  /** Until when the file is kept. */
  expiresAt: wireInstant,
});
export type DownloadView = z.output<typeof DownloadView>;
