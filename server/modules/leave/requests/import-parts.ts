import type { FieldError } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { readParts } from "@/server/kernel/time/day-parts";
import { halfDay } from "@/server/modules/leave/calendars/half-day";
import { type LeaveTime, periodOf } from "@/server/modules/leave/calendars/period";
import {
  countedBy,
  dayLengths,
  type Period,
  toDays,
  type WorkCalendar,
  workingDays,
} from "@/server/modules/leave/calendars/working-days";
import type { LeaveImportRow } from "./schema";

/** The row's time as that of a single leave, before its half days are applied. */
export const timeOf = (row: LeaveImportRow): LeaveTime => ({
  startDate: row.startDate,
  endDate: row.endDate,
  isFullDayLeave: row.isFullDayLeave,
  startHour: row.startHour ?? 0,
  startMinute: row.startMinute ?? 0,
  endHour: row.endHour ?? 0,
  endMinute: row.endMinute ?? 0,
  ...(readParts(row, null, row) ?? wholeParts),
});

const wholeParts = { startPart: "FULL_DAY", endPart: "FULL_DAY" } as const;

const wholeDays = (start: DayNumber, end: DayNumber): LeaveTime => ({
  ...{ startDate: dayText(start), endDate: dayText(end), isFullDayLeave: true },
  ...{ startHour: 0, startMinute: 0, endHour: 0, endMinute: 0 },
  ...wholeParts,
});

const partOfDay = (day: DayNumber, { from, to }: { from: number; to: number }): LeaveTime => ({
  ...wholeDays(day, day),
  isFullDayLeave: false,
  ...{ startHour: Math.floor(from / 60), startMinute: from % 60 },
  ...{ endHour: Math.floor(to / 60), endMinute: to % 60 },
});

const lengthOf = (day: DayNumber, calendar: WorkCalendar): number =>
  dayLengths({ start: day, end: day, minutes: null }, calendar)[0] ?? 0;

/**
 * Full days with half days before, between or after them: a leave begins with an afternoon and ends with a morning. Where a half day is
 * neither, another leave begins, because only the ends of a leave may be halves.
 */
function withHalves(row: LeaveImportRow, calendar: WorkCalendar): LeaveTime[] {
  const parts: LeaveTime[] = [];
  const { start, end } = periodOf(timeOf(row));
  const halves = new Map((row.halfDays ?? []).map(({ date, half }) => [dayNumber(date), half]));
  let first = start;
  for (let day = start; day <= end; day++) {
    const half = halves.get(day);
    if (half === "AFTERNOON" && day > first) {
      parts.push(withEnds(first, day - 1, halves));
      first = day;
    }
    // The rest of the day is worked, or the leave is over.
    if (half === "MORNING" || day === end) {
      parts.push(withEnds(first, day, halves));
      first = day + 1;
    }
  }
  const worked = parts.filter((part) => workingDays(periodOf(part), countedBy(calendar, "WORKING_DAYS")) > 0);
  return worked.length > 0 ? worked : parts;
}

/** Full days from the half of the first of them to that of the last. */
function withEnds(
  start: DayNumber,
  end: DayNumber,
  halves: ReadonlyMap<DayNumber, "MORNING" | "AFTERNOON">,
): LeaveTime {
  return {
    ...wholeDays(start, end),
    startPart: halves.get(start) === "AFTERNOON" ? "AFTERNOON" : "FULL_DAY",
    endPart: halves.get(end) === "MORNING" ? "MORNING" : "FULL_DAY",
  };
}

const hasHalves = ({ fromNoon, untilNoon }: Period): boolean => fromNoon === true || untilNoon === true;

/** The part of a single day, from its start, when the row gives less than the day counts. */
function partOfSingleDay(row: LeaveImportRow, period: Period, calendar: WorkCalendar): LeaveTime | null {
  const length = lengthOf(period.start, calendar);
  const days = row.workingDays ?? (row.hours === undefined ? undefined : (row.hours * 60) / length);
  if (period.start !== period.end || hasHalves(period) || days === undefined || days <= 0) return null;
  if (days >= toDays(workingDays(period, countedBy(calendar, "WORKING_DAYS")))) return null;
  if (days === 0.5) return withEnds(period.start, period.start, new Map([[period.start, "MORNING"]]));
  return partOfDay(period.start, halfDay("first", 2 * Math.round(days * length)));
}

/** The leave times that a row stands for, in order. */
export function partsOf(row: LeaveImportRow, calendar: WorkCalendar): LeaveTime[] {
  const time = timeOf(row);
  if (!row.isFullDayLeave) return [time];
  if (row.halfDays && row.halfDays.length > 0) return withHalves(row, calendar);
  return [partOfSingleDay(row, periodOf(time), calendar) ?? time];
}

/** Hours are given with two decimals, days with three. */
const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 0.01;

/** Faults where the row's amount differs from what its parts count. */
export function amountFaults(
  row: LeaveImportRow,
  parts: readonly Period[],
  calendar: WorkCalendar,
): FieldError[] {
  const { workingDays: days, hours } = row;
  const counted = parts.reduce((total, part) => total + toDays(workingDays(part, calendar)), 0);
  const faults: FieldError[] = [];
  if (days !== undefined && !isSame(days, counted))
    faults.push({
      path: "workingDays",
      ...fault("counts", { counted: shown(counted), unit: "days", given: days }),
    });
  const [length = 0, another] = dayLengths(periodOf(timeOf(row)), calendar);
  const countedHours = (counted * length) / 60;
  if (hours !== undefined && another === undefined && !isSame(hours, countedHours))
    faults.push({
      path: "hours",
      ...fault("counts", { counted: shown(countedHours), unit: "hours", given: hours }),
    });
  return faults;
}

const shown = (amount: number): number => Math.round(amount * 1000) / 1000;
