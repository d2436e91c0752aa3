import type { Plan, ShortestDuration } from "@/drizzle/schema/values";
import { type DayNumber, dayText } from "@/server/kernel/calendar-date";
import type { FieldError } from "@/server/kernel/errors";
import {
  dayLengths,
  oneDay,
  type Period,
  type WorkCalendar,
  workingDays,
} from "@/server/modules/work-calendar/working-days";

/** What the rules of a leave type say about one request. */
export interface RequestRules {
  shortestDuration: ShortestDuration;
  reasonRequired: boolean;
}

/** What is asked for, and by whom it will be taken. */
export interface Wanted {
  period: Period;
  reason: string | null;
  employment: { start: DayNumber | null; end: DayNumber | null };
  today: DayNumber;
}

/** Leave cannot be longer than this, nor end further ahead; ten years. */
const furthestDays = 3653;

const stepMinutes = { HOUR: 60, HALF_HOUR: 30, QUARTER_HOUR: 15 } as const;
const stepText = { HOUR: "whole hours", HALF_HOUR: "half hours", QUARTER_HOUR: "quarter hours" } as const;

/** Leave by the hour is part of the COMPLETE plan; below it, half a day is the shortest (decision 2.3). */
export const durationOn = (plan: Plan, shortest: ShortestDuration): ShortestDuration =>
  plan !== "COMPLETE" && shortest in stepMinutes ? "HALF_DAY" : shortest;

/** The rules of a policy on a plan; where there is no policy, the mildest, so that what is wrong anyway is still told. */
export const rulesOn = (plan: Plan, policy: RequestRules | null): RequestRules => ({
  shortestDuration: durationOn(plan, policy?.shortestDuration ?? "QUARTER_HOUR"),
  reasonRequired: policy?.reasonRequired ?? false,
});

/** Whether the hours of a part day are ones that the leave type allows. */
function durationFaults(period: Period, shortest: ShortestDuration, calendar: WorkCalendar): FieldError[] {
  if (!period.minutes) return [];
  if (shortest === "FULL_DAY")
    return [{ path: "isFullDayLeave", message: "This leave type can only be taken in full days." }];
  const minutes = period.minutes.to - period.minutes.from;
  if (shortest === "HALF_DAY") {
    // An odd number of minutes has no half: either side of it will do.
    const other = dayLengths(period, calendar).find(
      (length) => Math.abs(2 * minutes - Math.round(length)) > 1,
    );
    if (other === undefined) return [];
    const hours = Math.round((other / 120) * 1000) / 1000;
    return [
      { path: "endHour", message: `For this leave type, a part day must be half a day: ${hours} hours.` },
    ];
  }
  if (minutes % stepMinutes[shortest] === 0) return [];
  return [{ path: "endHour", message: `This leave type must be taken in ${stepText[shortest]}.` }];
}

function employmentFaults({ period, employment }: Wanted): FieldError[] {
  const faults: FieldError[] = [];
  if (employment.start !== null && period.start < employment.start)
    faults.push({
      path: "startDate",
      message: `Must not be before the first day of employment, ${dayText(employment.start)}.`,
    });
  if (employment.end !== null && period.end > employment.end)
    faults.push({
      path: "endDate",
      message: `Must not be after the last day of employment, ${dayText(employment.end)}.`,
    });
  return faults;
}

/** Whether a period is one that leave can have, so that its days can be counted one by one. */
export const isWithinLimits = ({ start, end }: Period, today: DayNumber): boolean =>
  end - start <= furthestDays && end - today <= furthestDays;

/** Why a leave cannot be so long or so far ahead, whatever became of it. */
export function limitFaults({ period, today }: Pick<Wanted, "period" | "today">): FieldError[] {
  if (period.end - period.start > furthestDays)
    return [{ path: "endDate", message: "A leave can last ten years at most." }];
  if (period.end - today > furthestDays)
    return [{ path: "endDate", message: "Must be within the next ten years." }];
  return [];
}

function lengthFaults(wanted: Wanted, calendar: WorkCalendar): FieldError[] {
  const faults = limitFaults(wanted);
  if (faults.length > 0 || workingDays(wanted.period, calendar) > 0) return faults;
  return [{ path: "endDate", message: "The leave has no working days." }];
}

/** Every fault of a request at once; none when it may be booked as far as its own dates and rules go. */
export function requestFaults(wanted: Wanted, rules: RequestRules, calendar: WorkCalendar): FieldError[] {
  return [
    ...durationFaults(wanted.period, rules.shortestDuration, calendar),
    ...employmentFaults(wanted),
    ...lengthFaults(wanted, calendar),
    ...reasonFaults(wanted.reason, rules),
  ];
}

export const reasonFaults = (reason: string | null, { reasonRequired }: RequestRules): FieldError[] =>
  reasonRequired && reason === null ? [{ path: "reason", message: "This leave type needs a reason." }] : [];

/** Working days for which an undecided leave waits (decision 7), in whole days. */
export const openWorkingDays = 7;

/**
 * Whether an open leave has waited too long: it is over, or seven whole working days have passed after the day on which it
 * became open. @param today in the location's time zone, as `opened`
 */
export function hasExpired(
  leave: { opened: DayNumber; end: DayNumber },
  today: DayNumber,
  calendar: WorkCalendar,
): boolean {
  if (today > leave.end) return true;
  const waited = { start: leave.opened + 1, end: today - 1, minutes: null };
  return workingDays(waited, calendar) >= openWorkingDays * oneDay;
}

/** So far ahead a place with hardly any working days is looked through, and nothing that waits is older. */
export const furthestWaitDays = 400;

/** The day on which so many working days after `from` are over, which is not counted; null where none comes within 400 days. */
export function afterWorkingDays(from: DayNumber, count: number, calendar: WorkCalendar): DayNumber | null {
  let passed = 0;
  for (let day = from + 1; day <= from + furthestWaitDays; day++) {
    passed += workingDays({ start: day, end: day, minutes: null }, calendar);
    if (passed >= count * oneDay) return day;
  }
  return null;
}

/**
 * The last day on which an open leave can be decided as far as its wait goes: the seventh working day after it became open. A leave
 * that ends before can be decided until it ends.
 */
export const waitEnd = (opened: DayNumber, calendar: WorkCalendar): DayNumber | null =>
  afterWorkingDays(opened, openWorkingDays, calendar);

/** Records from before creation times were kept have the instant that is inside their UUIDv7. */
export const createdAtOf = ({ id, createdAt }: { id: string; createdAt: Date | null }): Date =>
  createdAt ?? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
