import { z } from "zod";
import { leaveStatuses } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import { dateText, idOf, wireDate, wireId, wireInstant } from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { chosenPeople } from "@/server/modules/people/people/schema";

const dayMinutes = 24 * 60;

const from = dateText
  .refine((date) => date >= "1900-01-01" && date < "2200-01-01", rule("within", { from: 1900, to: 2199 }))
  .meta({ description: "The first day on which it counts." });

const week = "from Sunday to Saturday";
const minutes = z
  .array(
    z
      .array(z.int("Must be whole minutes.").min(0).max(dayMinutes))
      .min(1, "Must have the minutes of one week or two.")
      .max(2, "Must have the minutes of one week or two."),
  )
  .length(7, "Must have seven lists, from Sunday to Saturday.")
  .refine((lists) => new Set(lists.map((list) => list.length)).size <= 1, rule("weeksAlike"))
  .refine((lists) => lists.flat().some((minute) => minute > 0), rule("workingDay"))
  .nullable()
  .meta({
    description: `Working minutes of each weekday, ${week}: one number each, or two for a cycle of two weeks, of which the first is the week that \`from\` is in. At least one is above 0. Null means the location's work week from this day on.`,
    override: { oneOf: [listsOf(1), listsOf(2), { type: "null" }] },
  });

/** The same as JSON Schema. */
function listsOf(weeks: 1 | 2) {
  const minute = { type: "integer" as const, minimum: 0, maximum: dayMinutes };
  const day = { type: "array" as const, minItems: weeks, maxItems: weeks, items: minute };
  const isFree = { items: { items: { const: 0 } } };
  return { type: "array" as const, minItems: 7, maxItems: 7, items: day, not: isFree };
}

export const WorkPatternCreate = z.strictObject({ from, minutes }).meta({ id: "WorkPatternCreate" });
export type WorkPatternCreate = z.output<typeof WorkPatternCreate>;

export const WorkPattern = z
  .object({
    id: wireId("workPattern"),
    userId: wireId("user"),
    from: wireDate,
    cycleStart: wireDate.meta({ description: "The first day of the cycle's first week." }),
    minutes: z
      .array(z.array(z.int()))
      .nullable()
      .meta({
        description: `Working minutes of each weekday, ${week}, in each week of the cycle. Null means the location's work week.`,
      }),
    createdById: wireId("user").nullable(),
    createdAt: wireInstant,
  })
  .meta({ id: "WorkPattern" });

const RecountedLeave = z
  .object({
    leaveId: wireId("leave"),
    leaveTypeId: wireId("leaveType"),
    startDate: wireDate,
    endDate: wireDate,
    status: z.enum(leaveStatuses),
    workingDaysBefore: z.number(),
    workingDaysAfter: z.number().meta({ description: "0 where no working day is left." }),
  })
  .meta({ id: "RecountedLeave" });

const recountedLeaves = z
  .array(RecountedLeave)
  .meta({ description: "Open and approved leave, current or future, that takes other days." });

export const CreatedWorkPattern = WorkPattern.extend({ recountedLeaves }).meta({ id: "CreatedWorkPattern" });

export const WorkPatternPreview = z
  .object({
    recountedLeaves,
    shortfalls: z.array(z.object({ leaveTypeId: wireId("leaveType"), missing: z.number() })).meta({
      description: "Balances that wouldn't cover the leave. With any of them, the change is refused.",
    }),
  })
  .meta({ id: "WorkPatternPreview" });

/** A new pattern as a page sends it. */
export const WorkPatternSubmission = z.strictObject({
  attempt: attemptText,
  userId: idOf("user"),
  pattern: WorkPatternCreate,
});

export const WorkPatternsOf = z.strictObject({ userId: idOf("user") });
export const WorkPatternRef = z.strictObject({ userId: idOf("user"), id: idOf("workPattern") });
export const WorkPatternQuestion = z.strictObject({
  userId: idOf("user"),
  pattern: WorkPatternCreate,
});

/** The maximum number of people locked together; more are split into batches, each some ten milliseconds of work. */
export const maxAtOnce = 35;

/** More would block bookings for seconds. */
const maxInBody = 1000;

export const WorkPatternsSet = z
  .strictObject({
    userIds: z
      .array(idOf("user"))
      .min(1, "Must have at least one user.")
      .max(maxInBody, "Must have at most 1,000 users."),
    pattern: WorkPatternCreate,
    mode: z.enum(["valid", "check"]).optional().meta({
      description:
        "`valid` sets the pattern of the users who can have it. `check` changes nothing and says what would. Defaults to `valid`.",
    }),
  })
  .meta({ id: "WorkPatternsSet" });
export type WorkPatternsSet = z.output<typeof WorkPatternsSet>;

/** Why a person among many keeps their pattern. */
const patternFaults = ["NOT_FOUND", "NOT_MANAGED", "TOO_MANY_PATTERNS", "LEAVE_NEGATIVE_BALANCE"] as const;
export type PatternFault = (typeof patternFaults)[number];

const userCount = z.int().min(0);
const leaveCount = userCount.meta({
  description: "Open and approved leave, current or future, that takes other days.",
});

export const WorkPatternsSetResult = z
  .object({
    changedCount: userCount,
    unchangedCount: userCount.meta({ description: "Users who already have this pattern from this day." }),
    failedCount: userCount,
    recountedLeaveCount: leaveCount,
    users: z.array(
      z.object({
        id: wireId("user"),
        name: z.string().nullable(),
        status: z.enum(["changed", "unchanged", "failed"]),
        code: z.enum(patternFaults).nullable().meta({ description: "Why the user couldn't be changed." }),
        recountedLeaveCount: leaveCount,
        missing: z
          .number()
          .nullable()
          .meta({ description: "Days of leave that balances wouldn't cover, for LEAVE_NEGATIVE_BALANCE." }),
      }),
    ),
  })
  .meta({ id: "WorkPatternsSetResult" });
export type WorkPatternsSetResult = z.output<typeof WorkPatternsSetResult>;

/** One pattern for many people, as a page sends it. */
export const WorkPatternOfMany = z.strictObject({ select: chosenPeople, pattern: WorkPatternCreate });
export type WorkPatternOfMany = z.output<typeof WorkPatternOfMany>;
