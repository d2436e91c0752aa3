import { z } from "zod";
import { rule } from "@/server/kernel/field-faults";
import { longestSearch } from "@/server/kernel/list-sorts";
import {
  dateText,
  idOf,
  limitParam,
  listParam,
  listPattern,
  nameOrder,
  nextTokenParam,
  wireDate,
} from "@/server/kernel/schema";
import { Absence, AwayUser, wellSpanned } from "@/server/modules/leave/absences/schema";
import { LabelReference } from "@/server/modules/people/people/schema";

/** Enough whole weeks to contain any quarter. */
const maxDays = 98;

const listed = (description: string, examples: string[] = []) => ({
  description,
  override: { type: "string" as const, minLength: 1, examples },
});

const filters = {
  startDate: dateText.meta({ description: "The first day." }),
  endDate: dateText.meta({ description: `The last day, at most ${maxDays} days in all.` }),
  departments: listParam(idOf("department")).optional().meta(listed("Comma-separated IDs.")),
  locations: listParam(idOf("location")).optional().meta(listed("Comma-separated IDs.")),
  labels: listParam(LabelReference)
    .optional()
    .meta(listed("Comma-separated IDs or names.", ["Remote"])),
  leaveTypes: listParam(idOf("leaveType"))
    .optional()
    .meta(
      listed(
        "Comma-separated IDs. Only includes people with leave of these types, and only that leave. Leave with a `leaveTypeId` of null never matches.",
      ),
    ),
  onlyConflicts: z
    .string()
    .refine((text) => text === "true" || text === "false", rule("flag"))
    .default("false")
    .transform((text) => text === "true")
    .meta({
      description:
        "Only includes people with open or approved leave on a day on which at least half of their department, and at least two people, have open or approved leave. Days off and full-day holidays don't count.",
      override: { type: "boolean", default: false },
    }),
};

export const WallchartQuery = wellSpanned(
  z.object({
    ...filters,
    expand: listParam(z.enum(["holidays"]))
      .optional()
      .meta({
        description: "Only holidays.",
        override: { type: "string", pattern: listPattern(["holidays"]), examples: ["holidays"] },
      }),
    limit: limitParam(100, 500),
    nextToken: nextTokenParam,
  }),
  maxDays,
);

export const WallchartCountQuery = wellSpanned(z.object(filters), maxDays);

const ids = (kind: Parameters<typeof idOf>[0]) => z.array(idOf(kind)).min(1).max(500).optional();

const choices = {
  startDate: dateText,
  endDate: dateText,
  departments: ids("department"),
  locations: ids("location"),
  labels: ids("label"),
  leaveTypes: ids("leaveType"),
  onlyConflicts: z.boolean().default(false),
  /** A part of people's names. */
  text: z.string().trim().max(longestSearch).optional(),
  /** Whether the departments of the caller come before the others. */
  teamFirst: z.boolean().default(false),
};

/** The same requests from a page. */
export const WallchartPage = wellSpanned(
  z.strictObject({
    ...choices,
    limit: z.int().min(1).max(100).default(100),
    after: z
      .strictObject({
        order: nameOrder,
        isOther: z.boolean(),
        department: z.string().max(1000),
        name: z.string().max(1000),
        id: idOf("user"),
      })
      .optional(),
  }),
  maxDays,
);
export const WallchartDays = wellSpanned(z.strictObject(choices), maxDays);
export const WallchartAway = wellSpanned(
  z.strictObject({
    ...choices,
    step: z.union([z.literal(1), z.literal(7)]),
    skip: z.int().min(0).max(100_000).default(0),
    limit: z.int().min(1).max(100),
  }),
  maxDays,
);

export const WallchartRow = z
  .object({
    user: AwayUser,
    nonWorkingDays: z
      .array(wireDate)
      .meta({ description: "The days that aren't in the location's work week. Holidays aren't included." }),
    holidays: z
      .array(z.object({ date: wireDate, name: z.string(), isHalfDay: z.boolean() }))
      .optional()
      .meta({ description: "The location's holidays. Included with `expand=holidays`." }),
    absences: z
      .array(Absence.omit({ user: true, awayOn: true }))
      .meta({ description: "Sorted by start date." }),
  })
  .meta({ id: "WallchartRow" });

const count = z.int().min(0);

export const WallchartCount = z
  .object({
    date: wireDate,
    awayCount: count.meta({
      description: "How many of them have approved leave. A part day counts as well.",
    }),
    pendingCount: count.meta({ description: "How many others have open leave." }),
    userCount: count.meta({
      description:
        "How many people match `departments`, `locations` and `labels`, and work on this day: it's in their location's work week and isn't a full-day holiday.",
    }),
  })
  .meta({ id: "WallchartCount" });
