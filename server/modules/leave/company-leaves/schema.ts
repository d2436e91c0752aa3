import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import {
  companyLeaveObstacles,
  companyLeaveOutcomes,
  companyLeaveStatuses,
  companyLeaveUndos,
  dayParts,
} from "@/drizzle/schema/values";
import { rule, ruleOf } from "@/server/kernel/field-faults";
import { pageInput } from "@/server/kernel/list-input";
import {
  dateText,
  idOf,
  limitParam,
  listParam,
  listPattern,
  nextTokenParam,
  safeNameText,
  wireDate,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
import { partRules } from "@/server/kernel/time/day-parts";
import { attemptText } from "@/server/modules/integrations/operations/schema";

const dayMs = 86_400_000;

const idsOf = (kind: "location" | "department" | "label", description: string) =>
  z
    .array(idOf(kind))
    .max(limits.companyLeaveTargets, rule("entryCount", { limit: limits.companyLeaveTargets }))
    .transform((ids) => [...new Set(ids)])
    .default([])
    .meta({ description });

/** The people that a company leave is for. */
const targets = {
  locationIds: idsOf("location", "Only people at these locations. Leave empty for all."),
  departmentIds: idsOf(
    "department",
    "Only people of these departments and those below them. Leave empty for all.",
  ),
  labelIds: idsOf("label", "Only people with one of these labels. Leave empty for all."),
  exemptLabelIds: idsOf("label", "People with one of these labels are left out."),
};

const fields = {
  name: safeNameText(limits.name).meta({
    description: "What people read: it's also the reason of their leave. Must not look like HTML or script.",
    examples: ["Between the years"],
  }),
  leaveTypeId: idOf("leaveType"),
  startDate: dateText,
  endDate: dateText.meta({ description: "The last day, inclusive. At most 366 days in all." }),
  startPart: z.enum(dayParts).optional().meta({
    description:
      "`AFTERNOON`: from noon of the first day on. On one day there is one part, which either field may say: `MORNING` or `AFTERNOON`.",
  }),
  endPart: z.enum(dayParts).optional().meta({ description: "`MORNING`: until noon of the last day." }),
  ...targets,
};

interface Span {
  startDate: string;
  endDate: string;
}

/** `when`: reported together with the faults of other fields. */
const hasBothDates = ({ value }: { value: unknown }): boolean => {
  const { startDate, endDate } = (value ?? {}) as Partial<Record<keyof Span, unknown>>;
  return dateText.safeParse(startDate).success && dateText.safeParse(endDate).success;
};

/** The rules of half days at the ends. */
export const withParts = <S extends z.ZodType<Span>>(fieldsOf: S): S =>
  partRules.reduce(
    (schema, { path, holds, ...found }) =>
      schema.refine(holds, { path: [path], ...ruleOf(found), when: hasBothDates }),
    fieldsOf,
  );

const withSpan = <S extends z.ZodType<Span>>(schema: S): S =>
  withParts(schema)
    .refine(({ startDate, endDate }) => startDate <= endDate, {
      path: ["endDate"],
      ...rule("beforeStart"),
      when: hasBothDates,
    })
    .refine(
      ({ startDate, endDate }) =>
        (Date.parse(endDate) - Date.parse(startDate)) / dayMs < limits.companyLeaveDays,
      { path: ["endDate"], ...rule("daysAfterStart", { limit: 366 }), when: hasBothDates },
    );

export const CompanyLeaveCreate = withSpan(z.strictObject(fields)).meta({
  id: "CompanyLeaveCreate",
  description: "`endDate` must not be before `startDate`, and less than 366 days after it.",
});
export type CompanyLeaveCreate = z.output<typeof CompanyLeaveCreate>;

const pageOfPeople = {
  outcome: z
    .array(z.enum(companyLeaveOutcomes))
    .max(companyLeaveOutcomes.length)
    .optional()
    .meta({ description: "Only people with one of these outcomes in `users`." }),
  limit: z.int().min(0).max(500).default(100).meta({ description: "The most people in `users`." }),
  offset: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .meta({ description: "The people to skip, in order of names." }),
};

export const CompanyLeavePreviewRequest = withSpan(
  z.strictObject({
    ...fields,
    name: fields.name.optional().meta({ description: "Changes nothing. Must not look like HTML or script." }),
    ...pageOfPeople,
  }),
).meta({
  id: "CompanyLeavePreviewRequest",
  description: "`endDate` must not be before `startDate`, and less than 366 days after it.",
});
export type CompanyLeavePreviewRequest = z.output<typeof CompanyLeavePreviewRequest>;

const count = z.int().min(0);
const workingDays = z.number().meta({ description: "Working days, with up to three decimals." });

const outcomes = z.enum(companyLeaveOutcomes).meta({
  description:
    "BOOKED: all of the days. PARTLY_BOOKED: there is other leave on some of them, the rest is booked. LACKS_BALANCE, AWAY (other leave on all of them), NOT_WORKING (no working day among them) and NOT_POSSIBLE (see `obstacle`): nothing is booked.",
});

/** People by outcome. */
const counts = z
  .object({
    BOOKED: count,
    PARTLY_BOOKED: count,
    LACKS_BALANCE: count,
    AWAY: count,
    NOT_WORKING: count,
    NOT_POSSIBLE: count,
  })
  .meta({ id: "CompanyLeaveCounts" });

const days = z.object({ startDate: wireDate, endDate: wireDate });
const parts = {
  startPart: z.enum(dayParts).meta({
    description: "`AFTERNOON`: from noon of the first day on. Of one day, both fields name its part.",
  }),
  endPart: z.enum(dayParts).meta({ description: "`MORNING`: until noon of the last day." }),
};
const bookedDays = days.extend(parts);

const personShape = {
  userId: wireId("user"),
  name: z.string(),
  obstacle: z.enum(companyLeaveObstacles).nullable().meta({
    description:
      "Why leave isn't possible: the leave type isn't available at their location, they aren't employed on these days, they are no longer active, or another rule refuses it. Null for other outcomes.",
  }),
  missing: workingDays
    .nullable()
    .meta({ description: "Working days that the balance lacks. Null if it's enough." }),
  away: z.array(days).meta({ description: "Days with other leave." }),
};

export const CompanyLeavePreview = z
  .object({
    userCount: count.meta({ description: "The people it's for." }),
    counts,
    users: z
      .array(
        z.object({
          ...personShape,
          outcome: outcomes,
          booked: z.array(bookedDays).meta({ description: "The leave that would be booked." }),
          workingDays: workingDays.meta({ description: "Working days that would be booked." }),
        }),
      )
      .meta({ description: "By name." }),
  })
  .meta({ id: "CompanyLeavePreview" });

/** A company leave. */
export const CompanyLeave = z
  .object({
    id: wireId("companyLeave"),
    name: z.string(),
    leaveTypeId: wireId("leaveType"),
    startDate: wireDate,
    endDate: wireDate,
    ...parts,
    locationIds: z.array(wireId("location")),
    departmentIds: z.array(wireId("department")),
    labelIds: z.array(wireId("label")),
    exemptLabelIds: z.array(wireId("label")),
    status: z.enum(companyLeaveStatuses).meta({
      description: "BOOKING and UNDOING while an operation works: poll until it's BOOKED or UNDONE.",
    }),
    isStopped: z.boolean().meta({
      description:
        "The operation ended early after repeated errors. Book or undo again to go on where it stopped.",
    }),
    counts,
    pendingCount: count.meta({ description: "People that the booking hasn't come to yet." }),
    cancelledCount: count.meta({ description: "People whose leave an undo has cancelled." }),
    keptCount: count.meta({ description: "People whose leave an undo has kept, because it had changed." }),
    createdById: wireId("user").nullable(),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .meta({ id: "CompanyLeave" });

export const CompanyLeaveDetails = CompanyLeave.extend({
  joinedCount: count.meta({
    description:
      "People it's for by now who weren't when it was last booked, because they joined or moved. 0 once it's over or undone.",
  }),
}).meta({ id: "CompanyLeaveDetails" });

/** A person of a company leave. */
export const CompanyLeavePerson = z
  .object({
    ...personShape,
    outcome: outcomes.nullable().meta({ description: "Null until the booking has come to them." }),
    booked: z
      .array(bookedDays.extend({ leaveId: wireId("leave") }))
      .meta({ description: "Their leave, as it was booked." }),
    undo: z.enum(companyLeaveUndos).nullable().meta({
      description:
        "CANCELLED: an undo cancelled all their leave of it. KEPT: some of it had changed since, and was kept. Null if it isn't undone.",
    }),
  })
  .meta({ id: "CompanyLeavePerson" });

export const CompanyLeaveQuery = z.object({
  limit: limitParam(100, 100),
  nextToken: nextTokenParam,
});

export const CompanyLeavePeopleQuery = z.object({
  outcome: listParam(z.enum(companyLeaveOutcomes))
    .optional()
    .meta({
      description: `Comma-separated: ${companyLeaveOutcomes.join(", ")}. All of them if left out.`,
      override: { type: "string", pattern: listPattern(companyLeaveOutcomes), examples: ["LACKS_BALANCE"] },
    }),
  limit: limitParam(100, 500),
  nextToken: nextTokenParam,
});

export const CompanyLeaveRef = z.strictObject({ id: idOf("companyLeave") });

/** The list of company leave on its page. */
export const CompanyLeaveSearch = z.strictObject(pageInput);

/** What the table of people on a company leave's page shows: those with leave, those without, or those whose leave an undo kept. */
export const peopleShown = ["all", "booked", "left", "kept"] as const;

/** The people of a company leave on its page. */
export const CompanyLeavePeopleSearch = z.strictObject({
  ...CompanyLeaveRef.shape,
  ...pageInput,
  shown: z.enum(peopleShown).default("all"),
});

/** A company leave from a page. */
export const CompanyLeaveSubmission = z.strictObject({
  attempt: attemptText,
  companyLeave: CompanyLeaveCreate,
});

/** A run from a page. */
export const CompanyLeaveRun = z.strictObject({ ...CompanyLeaveRef.shape, attempt: attemptText });
