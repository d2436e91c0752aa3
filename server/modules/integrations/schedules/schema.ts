import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { dispatchErrors, dispatchStatuses } from "@/drizzle/schema/values";
import { fault, rule } from "@/server/kernel/field-faults";
import { type FilterOf, listInput } from "@/server/kernel/list-input";
import {
  atLeastOneField,
  idOf,
  isObject,
  limitParam,
  nextTokenParam,
  safeNameText,
  timezoneText,
  wholeNumber,
  wireDate,
  wireId,
  wireInstant,
  withoutRepeats,
} from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";

// Fields that notifications and scheduled reports share.

/** Used in subjects and in other channels. */
export const sendName = safeNameText(limits.name).meta({
  description: "Must not look like HTML or script.",
  examples: ["Monday overview"],
});

export const weekday = z
  .int("Must be a whole number from 0 (Sunday) to 6 (Saturday).")
  .min(0)
  .max(6)
  .meta({ description: "0 is Sunday, 6 is Saturday." });

export const sendOnDays = withoutRepeats(
  z.array(weekday).min(1, "Must have at least one day.").max(7, "Must have at most seven days."),
  "a day",
);

export const sendDay = weekday.meta({ description: "The day it's sent. 0 is Sunday, 6 is Saturday." });

/** The time of day of a send. */
export const sendClock = {
  timezone: timezoneText,
  hour: wholeNumber(0, 23).meta({ description: "In `timezone`, not UTC." }),
  minute: wholeNumber(0, 59),
};

const filterOf = (kind: "location" | "department" | "label") =>
  z
    .array(idOf(kind))
    .max(500, rule("entryCount", { limit: 500 }))
    .transform((ids) => [...new Set(ids)])
    .default([])
    .meta({ description: "Leave empty to include everyone." });

/** The filters that select its employees. */
export const audience = {
  locationIds: filterOf("location"),
  departmentIds: filterOf("department"),
  labelIds: filterOf("label"),
};

/** A page of a history. */
export const occurrencePage = (kind: "notification" | "report") =>
  z.strictObject({
    id: idOf(kind),
    /** Cursor: the last occurrence of the page before. */
    before: idOf("occurrence").optional(),
    limit: z.int().min(1).max(100).default(25),
  });

/** The list of either on its page, which adds the choice of a kind. */
export const scheduleList = { ...listInput, state: z.enum(["all", "enabled", "paused"]).default("all") };
const ScheduleSearch = z.strictObject(scheduleList);
export type ScheduleFilter = FilterOf<typeof ScheduleSearch>;

export const OccurrenceQuery = z.object({ limit: limitParam(25, 100), nextToken: nextTokenParam });

/** The fields of every occurrence in a response, by the kind's possible states and reasons. */
export const occurrenceShape = <Status extends string, Reason extends string>(
  statuses: readonly [Status, ...Status[]],
  reasons: readonly [Reason, ...Reason[]],
) => ({
  id: wireId("occurrence"),
  localDate: wireDate.meta({ description: "The day it's for, in the schedule's time zone." }),
  scheduledFor: wireInstant,
  sentAt: wireInstant.nullable().meta({ description: "When the first message was sent." }),
  status: z.enum(statuses),
  isLate: z.boolean(),
  skipReason: z.enum(reasons).nullable().meta({ description: "Null unless `status` is skipped." }),
});

/** The fields of every dispatch in a response. */
export const dispatchShape = {
  address: z.string().meta({ description: "An email address, or the ID of a channel." }),
  status: z.enum(dispatchStatuses),
  sentAt: wireInstant.nullable(),
  mayBeDuplicate: z.boolean().meta({
    description: "An earlier attempt ended without an answer, so the message may have arrived twice.",
  }),
  error: z.enum(dispatchErrors).nullable().meta({ description: "Why the last attempt failed." }),
  errorDetail: z.string().nullable().meta({ description: "What the mail server or platform said." }),
};

/** A form's idempotency key: generated once per form, so that sending it twice creates one record. */
export const attempt = attemptText;

/**
 * The fields' shapes for readers of the OpenAPI document. `override` in a schema's meta is applied only by the OpenAPI generator, so it is
 * applied here as well.
 */
function documented(fields: Record<string, z.ZodType>): Record<string, unknown> {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      // A default would document the value of an absent field; in a PATCH it stays unchanged.
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

/** Only the given fields, each as a create of this frequency takes it; those of another frequency are ignored. */
const partOf = (shape: z.ZodObject, fields: readonly string[]): z.ZodObject =>
  z.strictObject({
    ...Object.fromEntries(fields.map((name) => [name, z.unknown().optional()])),
    ...shape.partial().shape,
    frequency: z.unknown().optional(),
  });

/**
 * The faults of a PATCH that do not depend on the stored record: unknown fields, and values that no possible resulting frequency accepts.
 * The resulting frequency is known only when the PATCH contains one; else the stored record decides, when the change is made (decision
 * 4.2).
 */
function patchForm(fields: Record<string, z.ZodType>, shapes: Record<string, z.ZodObject>) {
  const frequency = z.strictObject({ frequency: (fields.frequency as z.ZodType).optional() });
  const parts = Object.entries(shapes).map(([name, shape]) => ({
    name,
    schema: partOf(shape, Object.keys(fields)),
  }));
  return (patch: unknown, context: z.core.$RefinementCtx) => {
    if (!isObject(patch)) return context.addIssue({ code: "custom", ...fault("object") });
    const found =
      frequency.safeParse({ frequency: patch.frequency }, { reportInput: true }).error?.issues ?? [];
    const named = parts.filter(({ name }) => name === patch.frequency);
    const tried = (named.length > 0 ? named : parts).map(({ schema }) =>
      schema.safeParse(patch, { reportInput: true }),
    );
    const isRefused = found.length > 0 || tried.every(({ success }) => !success);
    if (!isRefused) return;
    const all = [...found, ...tried.flatMap(({ error }) => error?.issues ?? [])];
    context.issues.push(...(all as typeof context.issues));
  };
}

/**
 * A PATCH that is passed on unchanged: the stored record, merged with it, must be valid for the resulting frequency, and fields of another
 * frequency are ignored (requirement). Its form is checked here, the rest by the verb, all faults at once.
 * @param fields every field of any frequency
 * @param shapes the schemas of a record, by frequency
 */
export const patchToMerge = (
  id: string,
  fields: Record<string, z.ZodType>,
  shapes: Record<string, z.ZodObject>,
) =>
  // The check ensures a record; `z.record` would silently drop a member named __proto__.
  (z.unknown().superRefine(patchForm(fields, shapes)) as unknown as z.ZodType<Record<string, unknown>>)
    .refine((patch) => Object.keys(patch).length > 0, atLeastOneField)
    .meta({
      id,
      override: {
        ...documented(fields),
        minProperties: 1,
        description:
          "Fields you don't send keep their value; lists replace the whole list. The result must be valid for its frequency. Fields that belong to another frequency are ignored.",
      },
    });
