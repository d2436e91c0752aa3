import { z } from "zod";
import { dayParts, effectiveStatuses } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import { dateText, limitParam, nextTokenParam, wireDate, wireId } from "@/server/kernel/schema";

/** The maximum number of days in one request: a quarter. */
const aQuarter = 92;
const dayMs = 86_400_000;

interface Span {
  startDate: string;
  endDate: string;
}

/** A person as everyone within sight may see them. */
export const AwayUser = z.object({
  id: wireId("user"),
  name: z.string(),
  departmentId: wireId("department"),
  locationId: wireId("location"),
});

const inOrder = ({ startDate, endDate }: Span) => startDate <= endDate;
const lengthOf = ({ startDate, endDate }: Span) => (Date.parse(endDate) - Date.parse(startDate)) / dayMs;

/** @param maxDays maximum number of days in the span, both ends inclusive */
export const wellSpanned = <T extends z.ZodType<Span>>(schema: T, maxDays: number) =>
  schema
    .refine(inOrder, { path: ["endDate"], ...rule("beforeStart") })
    .refine((span) => !inOrder(span) || lengthOf(span) < maxDays, {
      path: ["endDate"],
      ...rule("daysAfterStart", { limit: maxDays }),
    });

export const AwayQuery = wellSpanned(
  z.object({
    startDate: dateText.meta({ description: "The first day." }),
    endDate: dateText.meta({ description: "The last day, at most 92 days in all." }),
    limit: limitParam(300),
    nextToken: nextTokenParam,
  }),
  aQuarter,
);

/** Days of one's own overview: today, the last day of what comes soon, and the days of which the first people are wanted. */
export const AwayDays = z.strictObject({
  today: dateText,
  until: dateText,
  days: z.array(dateText).max(6),
});
export type AwayDays = z.output<typeof AwayDays>;

const hour = z.int().min(0).max(24);
const minute = z.int().min(0).max(59);

/** The time of an absence as everyone within sight may see it. */
export const absenceShape = {
  startDate: wireDate,
  endDate: wireDate,
  isFullDayLeave: z.boolean(),
  startHour: hour,
  startMinute: minute,
  endHour: hour,
  endMinute: minute,
  startPart: z.enum(dayParts).meta({ description: "`AFTERNOON`: on its first day from noon on." }),
  endPart: z.enum(dayParts).meta({
    description: "`MORNING`: on its last day until noon. Leave of one day has one part, which both name.",
  }),
  status: z.enum(effectiveStatuses),
  leaveTypeId: wireId("leaveType").nullable().meta({
    description: "Null if the leave type is private and the key's owner doesn't manage the person.",
  }),
};

export const Absence = z
  .object({
    leaveId: wireId("leave").nullable().meta({ description: "Null if the key can't read the leave." }),
    user: AwayUser,
    ...absenceShape,
    awayOn: z.array(z.object({ startDate: wireDate, endDate: wireDate })).meta({
      description:
        "The days of this leave on which it says that the person is away: all of them, but those on which other leave interrupts it.",
    }),
  })
  .meta({ id: "Absence" });
