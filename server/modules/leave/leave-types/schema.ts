import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import {
  accruals,
  accrualTimings,
  calendarStatuses,
  countModes,
  deciders,
  firstYears,
  leaveUnits,
  quotaRoundings,
  rollovers,
  shortestDurations,
  tenureStarts,
} from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import {
  colorText,
  idOf,
  limitParam,
  nameText,
  nextTokenParam,
  patchOf,
  wireDate,
  wireId,
} from "@/server/kernel/schema";
import { carryFields, carryInputs } from "@/server/modules/people/places/schema";

const creditsText =
  "Whether people may ask for credits, such as time in lieu, themselves. Those who manage them can always grant some.";
const creditValidText =
  "How many days after `earnedOn` a credit can be used, if nothing else is said. Null if it never expires.";

/** One of these for each language, none of them required. */
const byLanguage = <T extends z.ZodType>(name: T) => ({
  en: name.optional(),
  de: name.optional(),
  es: name.optional(),
  fr: name.optional(),
  pt: name.optional(),
});

export const LeaveTypeQuery = z.object({ limit: limitParam(1000), nextToken: nextTokenParam });

export const LeaveType = z
  .object({
    id: wireId("leaveType"),
    name: z.string().meta({ description: "For readers whose language isn't in `names`." }),
    names: z
      .object(byLanguage(z.string()))
      .meta({ description: "Its names in languages of the pages. Pages, emails and feeds use them." }),
    color: z
      .string()
      .regex(/^[0-9a-fA-F]{6}$/)
      .meta({ description: "Six hex digits, without `#`." }),
    isActive: z.boolean(),
    isRequestable: z.boolean().meta({
      description:
        "Whether people may ask for it. If not, those who manage them add it, or company leave books it.",
    }),
    position: z.int(),
    calendarStatus: z.enum(calendarStatuses),
    isPrivate: z
      .boolean()
      .meta({ description: 'Shown as "Away" to everyone except people who manage the person.' }),
    interrupts: z.boolean().meta({
      description:
        "Approved leave of this type gives the days of interruptible leave at the same time back, such as sick days in a vacation.",
    }),
    interruptible: z.boolean().meta({
      description:
        "Leave of this type may be at the same time as interrupting leave, and gets its days back.",
    }),
    approversSeeFiles: z.boolean().meta({
      description:
        "Whether approvers see the files of leave they approve for. Only the person, administrators and their location admins do otherwise.",
    }),
    unit: z.enum(leaveUnits).meta({
      description:
        "How people read its amounts. Every number of days stays in days; with `HOURS`, the same amount in hours is beside it, by the working hours of the person.",
    }),
  })
  .meta({ id: "LeaveType" });

const timingText =
  "Whether each period's share is given on its first day (`START`) or its last (`END`). Without effect if `accrual` is `NONE`.";
const firstYearText =
  "What the accounting year gives in which someone starts: the quota pro rata `BY_DAY`, a twelfth for each month worked whole (`BY_MONTH`), the `FULL` quota, or twelfths until all of it is given `AFTER_MONTHS` of employment.";
const roundingText =
  "Rounds the quota of a year that isn't worked whole: to the nearest half day (`HALF`) or day (`WHOLE`), or `UP` to a whole day.";

const stepsText =
  "Higher quotas in place of `yearlyQuota`, for users who have been employed for so many months by their `startDate`. A user's own quota replaces them.";
const tenureFromText =
  "Whether a step counts from the accounting year after the day on which it's reached (`NEXT_YEAR`; a year that begins on that day counts), or from that day on, pro rata (`DAY`).";
const labelDaysText =
  "Extra days a year for users with a label, also beside a quota of their own. Several labels add up. They count for every year, as long as the user has the label.";

const rateText =
  "The percent of the hours worked that people earn beside `yearlyQuota`, such as 12.07: on the last day of each reported period, by the user's average day then. Null for none.";
const capText =
  "Days at which accrual stops: a share is given only as far as the balance on its day, without later leave and without carried-over days that expire, stays within the cap. It goes on below it. Null for no cap.";

const wageCodeText = "Its number or name in payroll, as payroll runs have it.";
const isInPayrollText =
  "Whether payroll runs list it: its leave, what is left of it to leavers, and its corrections. A change is for runs from then on.";

const LeavePolicy = z
  .object({
    locationId: wireId("location"),
    approvalRequired: z.boolean().meta({ description: "Whether `approvalLevels` is above 0." }),
    approvalLevels: z.int().min(0).max(2).meta({
      description:
        "How many levels of the department approve. 2 counts where the department has approvers at both, and needs the Complete plan.",
    }),
    decidedBy: z.enum(deciders).meta({
      description:
        "Who decides: the person's manager and department, the admins of their location, or the administrators.",
    }),
    changesNeedConsent: z.boolean().meta({
      description: "Whether people need an approver's consent to cancel or change their approved leave.",
    }),
    allowNegativeBalance: z.boolean(),
    unlimited: z.boolean(),
    yearlyQuota: z.number().meta({ description: "Days." }),
    accrual: z.enum(accruals),
    accrualTiming: z.enum(accrualTimings).meta({ description: timingText }),
    firstYear: z.enum(firstYears).meta({ description: firstYearText }),
    firstYearMonths: z
      .int()
      .nullable()
      .meta({ description: "Months of employment. Only set if `firstYear` is `AFTER_MONTHS`." }),
    quotaRounding: z.enum(quotaRoundings).meta({ description: roundingText }),
    tenureSteps: z
      .array(z.object({ afterMonths: z.int(), quota: z.number() }))
      .meta({ description: stepsText }),
    tenureFrom: z.enum(tenureStarts).meta({ description: tenureFromText }),
    labelDays: z
      .array(z.object({ labelId: wireId("label"), days: z.number() }))
      .meta({ description: `${labelDaysText} A deleted label stays, without effect.` }),
    hoursWorkedRate: z.number().nullable().meta({ description: rateText }),
    accrualCap: z.number().nullable().meta({ description: capText }),
    rollover: z.enum(rollovers),
    rolloverMaximum: z.number().nullable().meta({ description: "Days. Only set if rollover is `LIMITED`." }),
    ...carryFields,
    creditsRequestable: z.boolean().meta({ description: creditsText }),
    creditValidDays: z.int().nullable().meta({ description: creditValidText }),
    shortestDuration: z.enum(shortestDurations),
    reasonRequired: z.boolean(),
    countMode: z.enum(countModes).meta({
      description:
        "The days of a leave that count: `WORKING_DAYS`, `CALENDAR_DAYS` (each day, also public holidays), or `MONDAY_TO_SATURDAY` (each of these days that isn't a public holiday, from the first day that would be worked to the day before work is taken up again).",
    }),
  })
  .meta({ id: "LeavePolicy", description: "A leave type's rules for one location." });

export const LeaveTypeDetail = LeaveType.extend({
  wageCode: z.string().nullable().meta({ description: wageCodeText }),
  isInPayroll: z.boolean().meta({ description: isInPayrollText }),
  policies: z.array(LeavePolicy),
}).meta({ id: "LeaveTypeDetail" });

const isThousandths = (n: number): boolean => Math.abs(n * 1000 - Math.round(n * 1000)) < 1e-6;
const dayCount = z
  .number()
  .min(0, rule("notNegative"))
  .max(999, rule("most", { limit: 999 }))
  .refine(isThousandths, rule("decimals"));

const tenureSteps = z
  .array(
    z.strictObject({
      afterMonths: z
        .int()
        .min(1, rule("within", { from: 1, to: 600 }))
        .max(600, rule("within", { from: 1, to: 600 })),
      quota: dayCount,
    }),
  )
  .max(20, "Must have at most 20 steps.");
const labelDays = z
  .array(z.strictObject({ labelId: idOf("label"), days: dayCount }))
  .max(20, rule("labelCount", { limit: 20 }));

/** Rules that are not sent stay as they are. At a location without a policy they get the default named here. */
export const LeavePolicyInput = z
  .strictObject({
    locationId: idOf("location"),
    approvalRequired: z.boolean().optional().meta({
      description: "Defaults to true. The short form of `approvalLevels`: false is 0.",
    }),
    approvalLevels: z.int().min(0).max(2).optional().meta({
      description: "Defaults to 2: both levels of the department, where it has both.",
    }),
    decidedBy: z.enum(deciders).optional().meta({ description: "Defaults to `DEPARTMENT`." }),
    changesNeedConsent: z.boolean().optional().meta({ description: "Defaults to false." }),
    allowNegativeBalance: z.boolean().optional().meta({ description: "Defaults to false." }),
    unlimited: z.boolean().optional().meta({ description: "Defaults to false." }),
    yearlyQuota: dayCount.optional().meta({ description: "Days. Defaults to 0." }),
    accrual: z.enum(accruals).optional().meta({
      description: "Defaults to `NONE`. Anything else needs the Complete plan.",
    }),
    accrualTiming: z
      .enum(accrualTimings)
      .optional()
      .meta({ description: `${timingText} Defaults to \`START\`.` }),
    firstYear: z
      .enum(firstYears)
      .optional()
      .meta({ description: `${firstYearText} Defaults to \`BY_DAY\`.` }),
    firstYearMonths: z.int().min(1).max(60).nullable().optional().meta({
      description: "Months of employment. Required if `firstYear` is `AFTER_MONTHS`, not accepted otherwise.",
    }),
    quotaRounding: z
      .enum(quotaRoundings)
      .optional()
      .meta({ description: `${roundingText} Defaults to \`NONE\`.` }),
    tenureSteps: tenureSteps.optional().meta({
      description: `${stepsText} Each must be later and give more than the one before. Replaces all steps; defaults to none.`,
    }),
    tenureFrom: z
      .enum(tenureStarts)
      .optional()
      .meta({ description: `${tenureFromText} Defaults to \`NEXT_YEAR\`.` }),
    labelDays: labelDays
      .optional()
      .meta({ description: `${labelDaysText} Replaces all labels; defaults to none.` }),
    hoursWorkedRate: z
      .number()
      .gt(0, rule("aboveZero"))
      .max(100, rule("most", { limit: 100 }))
      .refine(isThousandths, rule("decimals"))
      .nullable()
      .optional()
      .meta({ description: `${rateText} Defaults to null. Needs the Complete plan.` }),
    accrualCap: dayCount
      .nullable()
      .optional()
      .meta({
        description: `${capText} Not accepted if \`accrual\` is \`NONE\` and \`hoursWorkedRate\` null.`,
      }),
    rollover: z.enum(rollovers).optional().meta({ description: "Defaults to `NONE`." }),
    rolloverMaximum: dayCount
      .nullable()
      .optional()
      .meta({ description: "Days. Required if rollover is `LIMITED`, not accepted otherwise." }),
    ...carryInputs,
    creditsRequestable: z
      .boolean()
      .optional()
      .meta({ description: `${creditsText} Defaults to false.` }),
    creditValidDays: z
      .int()
      .min(1)
      .max(limits.creditValidDays)
      .nullable()
      .optional()
      .meta({ description: `${creditValidText} Defaults to null.` }),
    shortestDuration: z.enum(shortestDurations).optional().meta({
      description: "Defaults to `FULL_DAY`. Hourly durations need the Complete plan.",
    }),
    reasonRequired: z.boolean().optional().meta({ description: "Defaults to false." }),
    countMode: z.enum(countModes).optional().meta({
      description: "Defaults to `WORKING_DAYS`. Leave that is already booked keeps its days.",
    }),
  })
  .meta({
    id: "LeavePolicyInput",
    description:
      "Rules you don't send keep their value. `rolloverMaximum` is required if `rollover` is LIMITED, and not accepted otherwise.",
  });
export type LeavePolicyInput = z.output<typeof LeavePolicyInput>;

export const LeaveTypeCreate = z
  .strictObject({
    name: nameText(limits.name),
    names: z
      .strictObject(byLanguage(nameText(limits.name)))
      .optional()
      .meta({
        description:
          "Its names in languages of the pages. Readers of any other language see `name`. Replaces all of them; defaults to none. In each language, no two leave types read the same.",
      }),
    color: colorText,
    isActive: z.boolean().optional().meta({ description: "Defaults to true." }),
    isRequestable: z.boolean().optional().meta({ description: "Defaults to true." }),
    position: z.int().min(0).max(1_000_000).optional().meta({
      description: "Leave types are listed by position. Defaults to last.",
    }),
    calendarStatus: z.enum(calendarStatuses).optional().meta({ description: "Defaults to `OUT_OF_OFFICE`." }),
    isPrivate: z.boolean().optional().meta({ description: "Defaults to false." }),
    interrupts: z.boolean().optional().meta({ description: "Defaults to false. A type can't have both." }),
    interruptible: z.boolean().optional().meta({ description: "Defaults to false. A type can't have both." }),
    approversSeeFiles: z.boolean().optional().meta({ description: "Defaults to false." }),
    unit: z.enum(leaveUnits).optional().meta({
      description: "Defaults to `DAYS`. A change shows the same amounts in another unit.",
    }),
    wageCode: nameText(limits.wageCode)
      .nullable()
      .optional()
      .meta({ description: `${wageCodeText} Defaults to null.` }),
    isInPayroll: z
      .boolean()
      .optional()
      .meta({ description: `${isInPayrollText} Defaults to true.` }),
    policies: z
      .array(LeavePolicyInput)
      .max(1000, "Must have at most 1,000 policies.")
      .optional()
      .meta({ description: "One per location. Policies for other locations don't change." }),
  })
  .meta({ id: "LeaveTypeCreate" });
export type LeaveTypeCreate = z.output<typeof LeaveTypeCreate>;

export const LeaveTypePatch = patchOf(LeaveTypeCreate).meta({ id: "LeaveTypePatch" });
export type LeaveTypePatch = z.output<typeof LeaveTypePatch>;

export const LeavePoliciesPreview = z
  .strictObject({
    policies: z
      .array(LeavePolicyInput)
      .min(1, "Must have at least one policy.")
      .max(1000, "Must have at most 1,000 policies.")
      .meta({ description: "One per location, as in an update of the leave type." }),
  })
  .meta({ id: "LeavePoliciesPreview" });

export const LeavePolicyEffect = z
  .object({
    peopleCount: z.int().meta({ description: "Active users in these locations." }),
    comingLeaveCount: z
      .int()
      .meta({ description: "Their open and approved leave of this type that isn't over yet." }),
    overdrawnCount: z.int().meta({
      description:
        "Users whose open or approved leave would no longer be covered. An update is refused unless it's 0.",
    }),
    overdrawn: z
      .array(
        z.object({
          userId: wireId("user"),
          name: z.string(),
          locationId: wireId("location"),
          missingDays: z.number().meta({ description: "On the worst day." }),
        }),
      )
      .meta({ description: "Up to 20 of them, those who miss the most days first." }),
    examples: z
      .array(
        z.object({
          locationId: wireId("location"),
          startDate: wireDate,
          firstYearDays: z
            .number()
            .meta({ description: "The quota of the accounting year that contains `startDate`." }),
          nextYearDays: z.number().meta({ description: "The quota of the year after." }),
          later: z.array(z.object({ yearStart: wireDate, days: z.number() })).meta({
            description: "The accounting years after that whose quota differs from the year before.",
          }),
          byMonth: z.array(z.object({ startDate: wireDate, days: z.number() })).meta({
            description:
              "The first year's quota of those who start with each month of the current accounting year.",
          }),
          byLabel: z
            .array(
              z.object({ labelId: wireId("label"), firstYearDays: z.number(), nextYearDays: z.number() }),
            )
            .meta({ description: "The quotas of these two years for someone with a label that gives days." }),
          carried: z
            .object({
              yearEnd: wireDate,
              daysLeft: z.number(),
              days: z.number(),
              expiresAt: wireDate.nullable().meta({ description: "Null if they never expire." }),
            })
            .nullable()
            .meta({
              description:
                "What is carried over of days left at the end of the current year. Null if nothing is.",
            }),
          worked: z
            .object({ hoursPerWeek: z.number(), days: z.number(), hours: z.number() })
            .nullable()
            .meta({
              description:
                "What `hoursWorkedRate` gives in a year of 52 of the location's weeks, in days and in hours of its day. Null without a rate.",
            }),
        }),
      )
      .meta({
        description: "What each policy with a quota gives someone who starts in the middle of the year.",
      }),
  })
  .meta({ id: "LeavePolicyEffect" });
