import { z } from "zod";
import { fault, ruleOf } from "@/server/kernel/field-faults";
import { idOf, listParam, wireDate, wireId } from "@/server/kernel/schema";
import { HolidayCreate, HolidayPatch } from "@/server/modules/people/places/schema";

const firstYear = 1970;
const lastYear = 2079;
const maxYears = 5;

/** Who has the proposed day off: nearly everyone, some, or people who choose it. */
export const proposalKinds = ["PUBLIC", "BANK", "OPTIONAL"] as const;

const code = z.string().regex(/^[A-Za-z0-9-]{1,12}$/, "Must be a code such as DE or BY.");
const languageCode = z.string().regex(/^[a-z]{2}$/, "Must be a language of two letters, such as en.");

/** A query to the source. */
export const SourceQuery = z.object({
  /** For names of countries and states. */
  language: languageCode,
  /** For names of holidays, where available. */
  names: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]{2})?$/)
    .optional(),
  country: code.optional(),
  state: code.optional(),
  region: code.optional(),
  years: z.array(z.int().min(firstYear).max(lastYear)).max(maxYears).default([]),
});
export type SourceQuery = z.output<typeof SourceQuery>;

/** A change of one holiday, as its page makes it. */
export const HolidayWrite = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("create"), holiday: HolidayCreate }),
  z.strictObject({ kind: z.literal("update"), id: idOf("holiday"), patch: HolidayPatch }),
  z.strictObject({ kind: z.literal("delete"), id: idOf("holiday") }),
]);
export type HolidayWrite = z.output<typeof HolidayWrite>;

export const ProposalQuery = SourceQuery.extend({ locationId: idOf("location") });
export type ProposalQuery = z.output<typeof ProposalQuery>;

const year = z
  .string()
  .regex(/^\d{4}$/)
  .transform(Number)
  .refine((n) => n >= firstYear && n <= lastYear);

/** The same as a query of v2. */
export const HolidayProposalQuery = z.object({
  locationId: idOf("location").meta({ description: "Whose holidays you want to add." }),
  country: code.optional().meta({
    description: "A code from `countries`. Without it, only `countries` is filled.",
    examples: ["DE"],
  }),
  state: code.optional().meta({ description: "A code from `states`.", examples: ["BY"] }),
  region: code.optional().meta({ description: "A code from `regions`.", examples: ["A"] }),
  years: listParam(year)
    .refine(
      (years) => years.length <= maxYears,
      ruleOf({
        message: `Must have at most ${maxYears} years.`,
        reason: fault("itemsMost", { limit: maxYears }).reason,
      }),
    )
    .default([])
    .meta({
      description: `Comma-separated: up to ${maxYears} years from ${firstYear} to ${lastYear}. Without it, there are no proposals.`,
      override: {
        type: "string",
        pattern: "^\\s*(?:19[789]\\d|20[0-7]\\d)\\s*(?:,\\s*(?:19[789]\\d|20[0-7]\\d)\\s*){0,4}$",
        examples: ["2027,2028"],
      },
    }),
  language: languageCode
    .default("en")
    .meta({ description: "Of the names of countries, states and regions." }),
  names: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]{2})?$/, "Must be a language such as en or de-at.")
    .optional()
    .meta({
      description:
        "Language of the names of holidays, such as one from `languages`. Defaults to `language`. Names without a translation are in English or in the country's own language.",
      examples: ["de"],
    }),
});

const choices = (of: string) =>
  z.array(z.object({ code: z.string(), name: z.string() })).meta({ description: of });

export const HolidayProposals = z
  .object({
    countries: choices("Every country with known holidays."),
    states: choices("The country's states. Empty if its holidays are the same everywhere."),
    regions: choices("The state's regions. Empty if its holidays are the same everywhere."),
    languages: z.array(z.string()).meta({ description: "What people in the country speak." }),
    proposals: z.array(
      z.object({
        date: wireDate,
        name: z.string(),
        isHalfDay: z.boolean(),
        kind: z.enum(proposalKinds).meta({
          description:
            "`PUBLIC`: nearly everyone is off. `BANK`: some are, such as banks. `OPTIONAL`: people can choose it.",
        }),
        replacedBy: wireDate.nullable().meta({
          description: "The day that's off instead, because this one falls on a weekend.",
        }),
        mayMove: z.boolean().meta({ description: "The date follows the moon and can still move by a day." }),
        presentName: z
          .string()
          .nullable()
          .meta({ description: "The holiday that the location already has on this day." }),
      }),
    ),
  })
  .meta({ id: "HolidayProposals" });

export const HolidayPreview = z
  .object({
    gainCount: z.int().meta({ description: "Open and approved leaves that take fewer days than before." }),
    lossCount: z.int().meta({ description: "Open and approved leaves that take more days than before." }),
    recountedLeaves: z
      .array(
        z.object({
          leaveId: wireId("leave"),
          userId: wireId("user"),
          leaveTypeId: wireId("leaveType"),
          startDate: wireDate,
          endDate: wireDate,
          workingDaysBefore: z.number(),
          workingDaysAfter: z.number(),
        }),
      )
      .meta({ description: "The first 100 of them, by start date, of people within reach." }),
    shortfallCount: z.int().meta({
      description: "Balances that wouldn't cover the leave. With any of them, the change is refused.",
    }),
    shortfalls: z
      .array(
        z.object({
          userId: wireId("user"),
          name: z.string(),
          leaveTypeId: wireId("leaveType"),
          missing: z.number(),
        }),
      )
      .meta({
        description: "Those of them that are of people within reach.",
      }),
  })
  .meta({ id: "HolidayPreview" });
