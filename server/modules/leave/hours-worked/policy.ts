import { limits } from "@/drizzle/schema/limits";
import { ApiError, type FieldError } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { encodeId } from "@/server/kernel/schema";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import type { HoursRow } from "./store";

type Period = Pick<HoursRow, "firstDay" | "lastDay">;

/** Faults of a period and its hours, without those of the person. */
export function periodFaults(
  { firstDay, lastDay, hours }: Period & { hours: number },
  today: DayNumber,
): FieldError[] {
  const days = dayNumber(lastDay) - dayNumber(firstDay) + 1;
  if (days < 1) return [{ path: "lastDay", ...fault("beforeFirstDay") }];
  const isLong = days > limits.hoursWorkedDays;
  return [
    ...(isLong ? [{ path: "lastDay", ...fault("daysOfPeriod", { limit: limits.hoursWorkedDays }) }] : []),
    ...(dayNumber(lastDay) > today
      ? [{ path: "lastDay", ...fault("hoursAhead", { date: dayText(today) }) }]
      : []),
    ...(!isLong && hours > days * 24 ? [{ path: "hours", ...fault("most", { limit: days * 24 }) }] : []),
  ];
}

const isSame = (one: Period, other: Period): boolean =>
  one.firstDay === other.firstDay && one.lastDay === other.lastDay;

/** The hours of the same period, which a report replaces, and those of another one that shares a day with it. */
export function standingHours(
  period: Period,
  present: readonly HoursRow[],
): { same: HoursRow | null; overlapping: HoursRow | null } {
  const touching = present.filter(
    ({ firstDay, lastDay }) => firstDay <= period.lastDay && lastDay >= period.firstDay,
  );
  return {
    same: touching.find((one) => isSame(one, period)) ?? null,
    overlapping: touching.find((one) => !isSame(one, period)) ?? null,
  };
}

/** The refusal of hours that would count days twice. */
export const overlaps = ({ id, firstDay, lastDay }: HoursRow): ApiError =>
  new ApiError("CONFLICT", {
    ...because("hoursReported", { date: firstDay, until: lastDay }),
    resolution: "Report the same period again to replace its hours, or delete them first.",
    details: { id: encodeId("hoursWorked", id), firstDay, lastDay },
  });
