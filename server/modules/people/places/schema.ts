import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { approverFilters, carryUses, lapseNotices, quotaResets } from "@/drizzle/schema/values";
import { fault, rule, ruleOf } from "@/server/kernel/field-faults";
import { type FilterOf, listInput, sortInput } from "@/server/kernel/list-input";
import {
  colorText,
  dateText,
  idOf,
  limitParam,
  monthDayText,
  NameSearch,
  nameText,
  nextTokenParam,
  patchOf,
  timezoneText,
  wireDate,
  wireId,
  wireInstant,
  withoutRepeats,
} from "@/server/kernel/schema";

/** `limit` is validated and has no effect: one response contains all departments (decision 5). */
export const DepartmentQuery = z.object({
  limit: limitParam(1000).meta({
    description: "Validated, but has no effect: everything comes in one response.",
  }),
});

export const Department = z
  .object({
    id: wireId("department"),
    name: z.string(),
    isDefault: z.boolean(),
    createdAt: wireInstant,
  })
  .meta({ id: "Department" });

const DepartmentApprover = z
  .object({ userId: wireId("user"), level: z.union([z.literal(1), z.literal(2)]) })
  .meta({ id: "DepartmentApprover" });

export const DepartmentDetail = Department.extend({
  parentId: wireId("department").nullable(),
  approvers: z.array(DepartmentApprover),
}).meta({ id: "DepartmentDetail" });

export const PageQuery = z.object({ limit: limitParam(1000), nextToken: nextTokenParam });

export const Location = z
  .object({
    id: wireId("location"),
    name: z.string(),
    timezone: z.string().meta({ description: "IANA name.", examples: ["Europe/Paris"] }),
    isDefault: z.boolean(),
    createdAt: wireInstant,
  })
  .meta({ id: "Location" });

const monthDay = z
  .string()
  .regex(/^\d{2}-\d{2}$/)
  .meta({ description: "`MM-DD`.", examples: ["01-01"] });
const weekday = z.int().min(0).max(6).meta({ description: "0 is Sunday, 6 is Saturday." });

/** The expiries that locations and policies have in common, as they are shown. */
const expiries = [
  z.object({ type: z.literal("DATE"), monthDay }),
  z.object({ type: z.literal("DAYS_AFTER_RESET"), days: z.int().min(0) }),
] as const;
const RolloverExpiry = z
  .discriminatedUnion("type", expiries)
  .meta({ id: "RolloverExpiry", description: "When carried-over days expire." });

const periodText =
  "The days that are paid together: months that end on a day (31 is the last one of each month), weeks that end on a weekday, or two weeks that end on this date and every 14 days.";
const PayPeriod = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("MONTHLY"), endsOn: z.int().min(1).max(31) }),
    z.object({ type: z.literal("WEEKLY"), endsOn: weekday }),
    z.object({ type: z.literal("FORTNIGHTLY"), endsOn: wireDate }),
  ])
  .meta({ id: "PayPeriod", description: periodText });

export const LocationDetail = Location.extend({
  yearStart: monthDay,
  firstDayOfWeek: weekday,
  workWeek: z.array(weekday),
  hoursPerDay: z.number(),
  quotaReset: z.enum(quotaResets),
  rolloverExpiry: RolloverExpiry.nullable(),
  payPeriod: PayPeriod.nullable().meta({ description: "Null where no payroll is run." }),
  closedThrough: wireDate.nullable().meta({
    description:
      "The last day that is closed: nothing in the days up to it changes any more. Null while all days are open.",
  }),
}).meta({ id: "LocationDetail" });

/** Records that an import can create for its rows by their names; a location is like the default one in all else (decision 18.66). */
export const namedKinds = ["locations", "departments", "labels"] as const;
export type NamedKind = (typeof namedKinds)[number];

export const Label = z
  .object({
    id: wireId("label"),
    name: z.string(),
    color: z
      .string()
      .regex(/^[0-9a-fA-F]{6}$/)
      .meta({ description: "Six hex digits, without `#`." }),
    userCount: z.int().min(0).meta({ description: "Active users the key can see." }),
  })
  .meta({ id: "Label" });

const yearText = z
  .string()
  .regex(/^\d{4}$/, rule("yearFour"))
  .refine((text) => text !== "0000", rule("yearFour"))
  .meta({ override: { type: "string", pattern: "^\\d{4}$", examples: ["2026"] } });

export const HolidayQuery = PageQuery.extend({
  locationId: idOf("location").optional().meta({ description: "Only the holidays of this location." }),
  year: yearText.optional().meta({ description: "Only the holidays of this calendar year." }),
});
export type HolidayQuery = z.output<typeof HolidayQuery>;

export const Holiday = z
  .object({
    id: wireId("holiday"),
    locationId: wireId("location"),
    date: wireDate,
    name: z.string(),
    isHalfDay: z.boolean(),
  })
  .meta({ id: "Holiday" });

export const LabelCreate = z
  .strictObject({ name: nameText(limits.name), color: colorText })
  .meta({ id: "LabelCreate" });
export type LabelCreate = z.output<typeof LabelCreate>;

export const LabelPatch = patchOf(LabelCreate).meta({ id: "LabelPatch" });
export type LabelPatch = z.output<typeof LabelPatch>;

const ApproverInput = z.strictObject({
  userId: idOf("user"),
  level: z
    .union(
      [z.literal(1), z.literal(2)],
      ruleOf({ message: "Must be 1 or 2.", reason: fault("oneOf", { values: "1, 2" }).reason }),
    )
    .default(1)
    .meta({ description: "Level 2 decides after level 1. Needs the Complete plan." }),
});
export type ApproverInput = z.output<typeof ApproverInput>;

const isDefault = z.boolean().optional().meta({
  description:
    "True makes this the default. You can't unset the default: make another one the default instead.",
});

export const DepartmentCreate = z
  .strictObject({
    name: nameText(limits.name),
    isDefault,
    parentId: idOf("department").nullable().optional(),
    approvers: z
      .array(ApproverInput)
      .max(100, "Must have at most 100 approvers.")
      .optional()
      .meta({ description: "Replaces the whole list." }),
  })
  .meta({ id: "DepartmentCreate" });
export type DepartmentCreate = z.output<typeof DepartmentCreate>;

export const DepartmentPatch = patchOf(DepartmentCreate).meta({ id: "DepartmentPatch" });
export type DepartmentPatch = z.output<typeof DepartmentPatch>;

/** `expiries` as they are sent. */
const expiryInputs = [
  z.strictObject({ type: z.literal("DATE"), monthDay: monthDayText }),
  z.strictObject({ type: z.literal("DAYS_AFTER_RESET"), days: z.int().min(0).max(limits.rolloverDays) }),
] as const;
const RolloverExpiryInput = z.discriminatedUnion("type", expiryInputs).meta({ id: "RolloverExpiryInput" });

const expiryText =
  "When carried-over days expire, in place of the location's `rolloverExpiry`: `NEVER`, on a day of the year (`DATE`), so many days after the reset, or so many `MONTHS` after the first day of the accounting year that they're carried into, also beyond that year. Null for as at the location.";
const useText =
  "Whether leave uses carried-over days before the days of the year (`FIRST`), or only once it exceeds what the year has given by the day they expire (`LAST`).";

const noticeText =
  "Whether people get a mail about three months, a month and a week before days lapse (`SENT`), and whether days lapse only after such a mail (`REQUIRED`): without it they're carried over.";

const never = z.literal("NEVER");
const months = z
  .int()
  .min(1, rule("within", { from: 1, to: 60 }))
  .max(60, rule("within", { from: 1, to: 60 }));

/** How a policy carries days over, beside how many. */
export const carryFields = {
  carryExpiry: z
    .discriminatedUnion("type", [
      ...expiries,
      z.object({ type: never }),
      z.object({ type: z.literal("MONTHS"), months: z.int() }),
    ])
    .meta({ id: "CarryExpiry" })
    .nullable()
    .meta({ description: expiryText }),
  carryUse: z.enum(carryUses).meta({ description: useText }),
  lapseNotices: z.enum(lapseNotices).meta({ description: noticeText }),
};

export const carryInputs = {
  carryExpiry: z
    .discriminatedUnion("type", [
      ...expiryInputs,
      z.strictObject({ type: never }),
      z.strictObject({ type: z.literal("MONTHS"), months }),
    ])
    .meta({ id: "CarryExpiryInput" })
    .nullable()
    .optional()
    .meta({ description: `${expiryText} Defaults to null.` }),
  carryUse: z
    .enum(carryUses)
    .optional()
    .meta({ description: `${useText} Defaults to \`FIRST\`.` }),
  lapseNotices: z
    .enum(lapseNotices)
    .optional()
    .meta({ description: `${noticeText} Defaults to \`NONE\`.` }),
};

const PayPeriodInput = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("MONTHLY"), endsOn: z.int().min(1).max(31) }),
    z.strictObject({ type: z.literal("WEEKLY"), endsOn: weekday }),
    z.strictObject({ type: z.literal("FORTNIGHTLY"), endsOn: dateText }),
  ])
  .meta({ id: "PayPeriodInput", description: periodText });

const isHundredths = (n: number): boolean => Math.abs(n * 100 - Math.round(n * 100)) < 1e-9;

export const LocationCreate = z
  .strictObject({
    name: nameText(limits.name),
    timezone: timezoneText,
    isDefault,
    yearStart: monthDayText
      .optional()
      .meta({ description: "First day of the accounting year. Defaults to `01-01`." }),
    firstDayOfWeek: weekday.optional().meta({ description: "Defaults to 1 (Monday)." }),
    workWeek: withoutRepeats(z.array(weekday).min(1, "Must have at least one day."), "a day")
      .transform((days) => [...days].sort())
      .optional()
      .meta({ description: "Defaults to Monday to Friday." }),
    hoursPerDay: z
      .number()
      .gt(0)
      .max(limits.hoursPerDay)
      .refine(isHundredths, rule("twoDecimals"))
      .optional()
      .meta({ description: "Defaults to 8." }),
    quotaReset: z.enum(quotaResets).optional().meta({ description: "Defaults to `ACCOUNTING_YEAR`." }),
    rolloverExpiry: RolloverExpiryInput.nullable().optional().meta({
      description:
        "Of carried-over days, where the policy has no `carryExpiry`. Null (the default) means they don't expire.",
    }),
    payPeriod: PayPeriodInput.nullable()
      .optional()
      .meta({ description: "Null (the default) where no payroll is run." }),
  })
  .meta({ id: "LocationCreate" });
export type LocationCreate = z.output<typeof LocationCreate>;

export const LocationPatch = patchOf(LocationCreate).meta({ id: "LocationPatch" });
export type LocationPatch = z.output<typeof LocationPatch>;

export const HolidayCreate = z
  .strictObject({
    locationId: idOf("location"),
    date: dateText,
    name: nameText(limits.name),
    isHalfDay: z.boolean().optional().meta({ description: "Defaults to false." }),
  })
  .meta({ id: "HolidayCreate" });
export type HolidayCreate = z.output<typeof HolidayCreate>;

export const HolidayPatch = patchOf(HolidayCreate).meta({ id: "HolidayPatch" });
export type HolidayPatch = z.output<typeof HolidayPatch>;

export const HolidayImport = z
  .strictObject({
    locationId: idOf("location"),
    holidays: z
      .array(HolidayCreate.omit({ locationId: true }))
      .min(1, "Must have at least one holiday.")
      .max(500, "Must have at most 500 holidays."),
  })
  .meta({ id: "HolidayImport" });
export type HolidayImport = z.output<typeof HolidayImport>;

export const HolidayImportResult = z
  .object({
    addedCount: z.int().meta({ description: "Holidays that were added." }),
    presentCount: z.int().meta({ description: "Days that already had a holiday and keep it." }),
  })
  .meta({ id: "HolidayImportResult" });

/** The list of departments on its page. */
export const DepartmentSearch = z.strictObject({
  ...listInput,
  approvers: z.enum(approverFilters).default("any"),
});
export type DepartmentFilter = FilterOf<typeof DepartmentSearch>;

/** The departments that a department can be part of; without `of` for a new one. */
export const ParentSearch = NameSearch.extend({ of: idOf("department").optional() });
export type ParentSearch = z.output<typeof ParentSearch>;

/** The list of locations on its page. */
export const LocationSearch = z.strictObject({ ...listInput, sort: sortInput(["name", "people"], "name") });
export type LocationFilter = FilterOf<typeof LocationSearch>;

/** The list of labels on its page. */
export const LabelSearch = z.strictObject({ ...listInput, sort: sortInput(["name", "people"], "name") });
export type LabelFilter = FilterOf<typeof LabelSearch>;
