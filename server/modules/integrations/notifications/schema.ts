import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import {
  notificationFrequencies,
  notificationGroupings,
  notificationLocales,
  notificationPlatforms,
  occurrenceKinds,
  occurrenceStatuses,
  skipReasons,
} from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import type { FilterOf } from "@/server/kernel/list-input";
import {
  addressText,
  idOf,
  limitParam,
  nameText,
  nextTokenParam,
  otherFaults,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
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
  weekday,
} from "@/server/modules/integrations/schedules/schema";

const channelId = z
  .string()
  .regex(/^[\x21-\x7e]{1,256}$/, rule("channelId"))
  .meta({ examples: ["C0123456789"] });

const channelName = nameText(200).meta({
  description: "The channel's name, as people see it.",
  examples: ["general"],
});
const msGroup = z.string().regex(/^[\x21-\x7e]{1,256}$/, rule("teamId"));

const oneChannel = z.array(channelId).length(1, "Must be exactly one channel ID.");

const email = z.strictObject({
  platform: z.literal("email"),
  addresses: z
    .array(addressText)
    .min(1, "Must have at least one address.")
    .max(limits.addresses, `Must have at most ${limits.addresses} addresses.`),
});
const slackShape = { platform: z.literal("slack"), addresses: oneChannel };
const microsoftShape = {
  platform: z.literal("microsoft"),
  addresses: oneChannel,
  msGroup: msGroup.optional().meta({ description: "The ID of the team the channel belongs to." }),
};

const anyDestination = z.discriminatedUnion("platform", [
  email,
  z.strictObject({ ...slackShape, channelName: channelName.optional() }),
  z.strictObject({ ...microsoftShape, channelName: channelName.optional() }),
]);
const destinationWords =
  "For email, one or more email addresses, without channelName and msGroup. For slack and microsoft, exactly one channel ID. msGroup is only for microsoft.";
const DestinationInput = anyDestination.meta({ id: "DestinationInput", description: destinationWords });

const BirthdayDestinationInput = z
  .discriminatedUnion("platform", [
    email,
    z.strictObject({ ...slackShape, channelName }),
    z.strictObject({ ...microsoftShape, channelName }),
  ])
  .meta({
    id: "BirthdayDestinationInput",
    description: `${destinationWords} channelName is required for slack and microsoft.`,
  });

const listOf = <T extends z.ZodType>(destination: T) =>
  z
    .array(destination)
    .min(1, "Must have at least one destination.")
    .max(limits.destinations, `Must have at most ${limits.destinations} destinations.`);

const shared = {
  name: sendName,
  ...sendClock,
  locale: z.enum(notificationLocales).default("en"),
  ...audience,
};

const mustBeEnabled = z
  .literal(true, rule("notificationOn"))
  .default(true)
  .meta({ description: "New DAILY and WEEKLY notifications are always enabled. To pause one, update it." });
const summary = { groupBy: z.enum(notificationGroupings), sendEmpty: z.boolean() };

const daily = {
  frequency: z.literal("DAILY"),
  ...shared,
  destinations: listOf(DestinationInput),
  sendOnDays,
  ...summary,
};
const weekly = {
  frequency: z.literal("WEEKLY"),
  ...shared,
  destinations: listOf(DestinationInput),
  firstDayOfWeek: weekday,
  day: sendDay,
  currentWeek: z.boolean().meta({ description: "True for the week it's sent in, false for the next week." }),
  ...summary,
};
const birthday = {
  frequency: z.literal("BIRTHDAY"),
  ...shared,
  destinations: listOf(BirthdayDestinationInput),
  sendOnNonWorkingDays: z.boolean().meta({
    description: "If false, a birthday on a day off is announced on the last working day before it.",
  }),
};

const DailyCreate = z
  .strictObject({ ...daily, enabled: mustBeEnabled })
  .meta({ id: "DailyNotificationCreate" });
const WeeklyCreate = z
  .strictObject({ ...weekly, enabled: mustBeEnabled })
  .meta({ id: "WeeklyNotificationCreate" });
const BirthdayCreate = z
  .strictObject({ ...birthday, enabled: z.boolean().default(true) })
  .meta({ id: "BirthdayNotificationCreate" });

/** Every field of any frequency. */
const patchShape: Record<string, z.ZodType> = {
  ...birthday,
  ...weekly,
  ...daily,
  frequency: z.enum(notificationFrequencies),
  destinations: listOf(anyDestination),
  enabled: z.boolean().meta({ description: "False pauses, true resumes it." }),
};
export const notificationFieldNames: readonly string[] = Object.keys(patchShape);

export const NotificationCreate = z
  .discriminatedUnion("frequency", [DailyCreate, WeeklyCreate, BirthdayCreate])
  .superRefine(
    ...otherFaults(
      { field: "frequency", values: notificationFrequencies },
      { ...shared, destinations: listOf(DestinationInput) },
      notificationFieldNames,
    ),
  )
  .meta({ id: "NotificationCreate" });
export type NotificationCreate = z.output<typeof NotificationCreate>;

/** The stored notification after a change: the shape of a create, except that it may be paused. */
export const mergedShapes = {
  DAILY: z.strictObject({ ...daily, enabled: z.boolean() }),
  WEEKLY: z.strictObject({ ...weekly, enabled: z.boolean() }),
  BIRTHDAY: z.strictObject({ ...birthday, enabled: z.boolean() }),
};
export type NotificationFields = z.output<(typeof mergedShapes)[keyof typeof mergedShapes]>;

export const NotificationPatch = patchToMerge("NotificationPatch", patchShape, mergedShapes);
export type NotificationPatch = z.output<typeof NotificationPatch>;

const Destination = z
  .object({
    platform: z.enum(["email", "microsoft", "slack"]),
    addresses: z.array(z.string()),
    channelName: z.string().optional(),
    msGroup: z.string().optional(),
  })
  .meta({ id: "Destination" });

const answered = {
  id: wireId("notification"),
  name: z.string(),
  enabled: z.boolean(),
  ownerId: wireId("user"),
  timezone: z.string(),
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
  locale: z.enum(notificationLocales),
  locationIds: z.array(wireId("location")),
  departmentIds: z.array(wireId("department")),
  labelIds: z.array(wireId("label")),
  destinations: z.array(Destination),
};
const answeredSummary = { groupBy: z.enum(notificationGroupings), sendEmpty: z.boolean() };

export const Notification = z
  .discriminatedUnion("frequency", [
    z
      .object({
        frequency: z.literal("DAILY"),
        ...answered,
        sendOnDays: z.array(weekday),
        ...answeredSummary,
      })
      .meta({ id: "DailyNotification" }),
    z
      .object({
        frequency: z.literal("WEEKLY"),
        ...answered,
        firstDayOfWeek: weekday,
        day: weekday,
        currentWeek: z.boolean(),
        ...answeredSummary,
      })
      .meta({ id: "WeeklyNotification" }),
    z
      .object({ frequency: z.literal("BIRTHDAY"), ...answered, sendOnNonWorkingDays: z.boolean() })
      .meta({ id: "BirthdayNotification" }),
  ])
  .meta({ id: "Notification" });
export type Notification = z.output<typeof Notification>;

export const NotificationOccurrence = z
  .object({
    ...occurrenceShape(occurrenceStatuses, skipReasons),
    kind: z.enum(occurrenceKinds).meta({ description: "A test is sent by hand." }),
    destinations: z.array(
      z.object({
        ...dispatchShape,
        position: z.int().min(0).meta({ description: "The index in the notification's `destinations`." }),
        platform: z.enum(notificationPlatforms),
        channelName: z.string().nullable(),
        attempts: z.int().min(0),
        attemptedAt: wireInstant.nullable(),
        nextAttemptAt: wireInstant.nullable(),
      }),
    ),
  })
  .meta({ id: "NotificationOccurrence" });

export const NotificationQuery = z.object({ limit: limitParam(1000), nextToken: nextTokenParam });

// Requests and responses of the pages.

/** A form that creates one. */
export const NotificationSubmission = z.strictObject({ attempt, notification: NotificationCreate });
export const NotificationRef = z.strictObject({ id: idOf("notification") });
export const NotificationChange = z.strictObject({ id: idOf("notification"), patch: NotificationPatch });
export const OccurrenceRef = z.strictObject({ id: idOf("occurrence") });
export const OccurrencePage = occurrencePage("notification");
/** A form's current values: a new notification, or changes of one. */
export const NotificationDraft = z.union([
  z.strictObject({ draft: NotificationCreate }),
  z.strictObject({ id: idOf("notification"), patch: z.record(z.string(), z.unknown()) }),
]);
export type NotificationDraft = z.output<typeof NotificationDraft>;

/** The list of notifications on its page. */
export const NotificationSearch = z.strictObject({
  ...scheduleList,
  kind: z.enum(["all", "daily", "weekly", "birthday"]).default("all"),
});
export type NotificationFilter = FilterOf<typeof NotificationSearch>;
