import type { PayrollCode } from "@/drizzle/schema/payroll";
import type { PayPeriod } from "@/drizzle/schema/values";
import {
  type DayNumber,
  dayNumber,
  dayOfMonth,
  dayText,
  weekdayOf,
  yearOf,
} from "@/server/kernel/time/calendar-date";

/** The days that are paid together, both inclusive. */
export interface PeriodDays {
  start: DayNumber;
  end: DayNumber;
}

const mod = (n: number, by: number): number => ((n % by) + by) % by;

/** The last day of a month's period, for a month counted from January of the year. */
const monthEnd = (year: number, month: number, endsOn: number): DayNumber => dayOfMonth(year, month, endsOn);

function monthContaining(endsOn: number, day: DayNumber): PeriodDays {
  const year = yearOf(day);
  const month = Number(dayText(day).slice(5, 7));
  const last = day > monthEnd(year, month, endsOn) ? month + 1 : month;
  return { start: monthEnd(year, last - 1, endsOn) + 1, end: monthEnd(year, last, endsOn) };
}

/** The pay period that contains a day. Each day is in exactly one. */
export function periodContaining(period: PayPeriod, day: DayNumber): PeriodDays {
  switch (period.type) {
    case "MONTHLY":
      return monthContaining(period.endsOn, day);
    case "WEEKLY": {
      const end = day + mod(period.endsOn - weekdayOf(day), 7);
      return { start: end - 6, end };
    }
    case "FORTNIGHTLY": {
      const end = day + mod(dayNumber(period.endsOn) - day, 14);
      return { start: end - 13, end };
    }
  }
}

/** The last pay period that is over. */
export const lastEnded = (period: PayPeriod, today: DayNumber): PeriodDays =>
  periodContaining(period, periodContaining(period, today).start - 1);

/** A template's codes by leave type at a location: its own code stands before that of all locations (decision 17.20). */
export const codesAt = (codes: readonly PayrollCode[], locationId: string): ReadonlyMap<string, string> =>
  new Map(
    [null, locationId].flatMap((place) =>
      codes
        .filter((code) => code.locationId === place)
        .map(({ leaveTypeId, wageCode }) => [leaveTypeId, wageCode] as const),
    ),
  );
