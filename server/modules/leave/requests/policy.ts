import type { DayCounts } from "@/drizzle/schema/day-counts";
import type { Plan, ShortestDuration } from "@/drizzle/schema/values";
import type { FieldError } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { type DayNumber, dayNumber, dayText, localDate } from "@/server/kernel/time/calendar-date";
import {
  countedBy,
  dayLengths,
  oneDay,
  type Period,
  type WorkCalendar,
  workingDays,
} from "@/server/modules/leave/calendars/working-days";

/** The rules of a leave type for one request. */
export interface RequestRules {
  shortestDuration: ShortestDuration;
  reasonRequired: boolean;
}

/** The requested leave, and the facts of its owner. */
export interface Wanted {
  period: Period;
  reason: string | null;
  employment: { start: DayNumber | null; end: DayNumber | null };
  today: DayNumber;
}

/** The maximum length of a leave, and how far ahead it may end: ten years. */
const furthestDays = 3653;

const stepMinutes = { HOUR: 60, HALF_HOUR: 30, QUARTER_HOUR: 15 } as const;
const stepText = { HOUR: "whole", HALF_HOUR: "half", QUARTER_HOUR: "quarter" } as const;

/** Leave by the hour requires the COMPLETE plan; below it, half a day is the shortest (decision 2.3). */
export const durationOn = (plan: Plan, shortest: ShortestDuration): ShortestDuration =>
  plan !== "COMPLETE" && shortest in stepMinutes ? "HALF_DAY" : shortest;

/** The rules of a policy on a plan. Without a policy, the mildest rules apply, so that other faults are still reported. */
export const rulesOn = (plan: Plan, policy: RequestRules | null): RequestRules => ({
  shortestDuration: durationOn(plan, policy?.shortestDuration ?? "QUARTER_HOUR"),
  reasonRequired: policy?.reasonRequired ?? false,
});

/** Faults when the leave type does not allow the hours of a part day. */
function durationFaults(period: Period, shortest: ShortestDuration, calendar: WorkCalendar): FieldError[] {
  if (!period.minutes) return halfFaults(period, shortest);
  if (shortest === "FULL_DAY") return [{ path: "isFullDayLeave", ...fault("fullDays") }];
  const minutes = period.minutes.to - period.minutes.from;
  if (shortest === "HALF_DAY") {
    // An odd number of minutes has no exact half: rounding either way is accepted.
    const other = dayLengths(period, calendar).find(
      (length) => Math.abs(2 * minutes - Math.round(length)) > 1,
    );
    if (other === undefined) return [];
    const hours = Math.round((other / 120) * 1000) / 1000;
    return [{ path: "endHour", ...fault("halfDay", { hours }) }];
  }
  if (minutes % stepMinutes[shortest] === 0) return [];
  return [{ path: "endHour", ...fault("steps", { step: stepText[shortest] }) }];
}

/** Faults when the leave type does not allow half days. */
const halfFaults = ({ fromNoon, untilNoon }: Period, shortest: ShortestDuration): FieldError[] =>
  shortest === "FULL_DAY"
    ? [...(fromNoon ? ["startPart"] : []), ...(untilNoon ? ["endPart"] : [])].map((path) => ({
        path,
        ...fault("fullDays"),
      }))
    : [];

function employmentFaults({ period, employment }: Wanted): FieldError[] {
  const faults: FieldError[] = [];
  if (employment.start !== null && period.start < employment.start)
    faults.push({
      path: "startDate",
      ...fault("beforeEmployment", { date: dayText(employment.start) }),
    });
  if (employment.end !== null && period.end > employment.end)
    faults.push({
      path: "endDate",
      ...fault("afterEmployment", { date: dayText(employment.end) }),
    });
  return faults;
}

/** Whether a period is within the limits of leave, so that its days can be counted one by one. */
export const isWithinLimits = ({ start, end }: Period, today: DayNumber): boolean =>
  end - start <= furthestDays && end - today <= furthestDays;

/** Faults when a leave is too long or too far ahead, whatever its status. */
export function limitFaults({ period, today }: Pick<Wanted, "period" | "today">): FieldError[] {
  if (period.end - period.start > furthestDays) return [{ path: "endDate", ...fault("leaveLength") }];
  if (period.end - today > furthestDays) return [{ path: "endDate", ...fault("tooFar") }];
  return [];
}

function lengthFaults(wanted: Wanted, calendar: WorkCalendar): FieldError[] {
  const faults = limitFaults(wanted);
  // A day of work at least, in each count mode.
  const worked = workingDays(wanted.period, countedBy(calendar, "WORKING_DAYS"));
  if (faults.length > 0 || worked > 0) return faults;
  return [{ path: "endDate", ...fault("noWorkingDays") }];
}

/** Every fault of a request at once; empty when its own dates and rules allow booking. */
export function requestFaults(wanted: Wanted, rules: RequestRules, calendar: WorkCalendar): FieldError[] {
  return [
    ...durationFaults(wanted.period, rules.shortestDuration, calendar),
    ...employmentFaults(wanted),
    ...lengthFaults(wanted, calendar),
    ...reasonFaults(wanted.reason, rules),
  ];
}

export const reasonFaults = (reason: string | null, { reasonRequired }: RequestRules): FieldError[] =>
  reasonRequired && reason === null ? [{ path: "reason", ...fault("reasonNeeded") }] : [];

/**
 * Whether an edit would give back days that are over: one counts less than before, or the leave becomes one of another type.
 * @param today at the person's location
 */
export const losesPastDays = (
  before: DayCounts,
  after: DayCounts,
  { isOtherType, today }: { isOtherType: boolean; today: DayNumber },
): boolean =>
  before.counts.some((count, place) => {
    const day = before.start + place;
    return day < today && count > (isOtherType ? 0 : (after.counts[day - after.start] ?? 0));
  });

/** How long an undecided leave waits, in whole working days (decision 7). */
export const openWorkingDays = 7;

/**
 * Whether an open leave has waited too long: it is over, or seven whole working days have passed after the day on which it became open. One
 * that was over when it became open only waits the seven days: no one could decide it before.
 * @param today in the location's time zone, like `opened`
 */
export function hasExpired(
  leave: { opened: DayNumber; end: DayNumber },
  today: DayNumber,
  calendar: WorkCalendar,
): boolean {
  if (today > leave.end && leave.opened <= leave.end) return true;
  const waited = { start: leave.opened + 1, end: today - 1, minutes: null };
  return workingDays(waited, calendar) >= openWorkingDays * oneDay;
}

/** The search limit at a location with hardly any working days. No leave waits longer. */
export const furthestWaitDays = 400;

/** The day on which `count` working days after `from` have passed, not counting `from`; null when it lies beyond 400 days. */
export function afterWorkingDays(from: DayNumber, count: number, calendar: WorkCalendar): DayNumber | null {
  let passed = 0;
  for (let day = from + 1; day <= from + furthestWaitDays; day++) {
    passed += workingDays({ start: day, end: day, minutes: null }, calendar);
    if (passed >= count * oneDay) return day;
  }
  return null;
}

/** The last day on which an open leave can be decided by its wait alone: the seventh working day after it became open. */
export const waitEnd = (opened: DayNumber, calendar: WorkCalendar): DayNumber | null =>
  afterWorkingDays(opened, openWorkingDays, calendar);

/** The last day on which an open leave can be decided, by the same rule as `hasExpired`. */
export function lastDayToDecide(
  { opened, end }: { opened: DayNumber; end: DayNumber },
  calendar: WorkCalendar,
): DayNumber {
  const until = waitEnd(opened, calendar) ?? Math.max(end, opened);
  return opened > end ? until : Math.min(end, until);
}

/** The creation time. Older records do not store it and use the timestamp of their UUIDv7. */
export const createdAtOf = ({ id, createdAt }: { id: string; createdAt: Date | null }): Date =>
  createdAt ?? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** Whether stored leave was entered for the person, by someone who manages them. */
export const wasEntered = (leave: {
  userId: string;
  approverId: string | null;
  autoApproved: boolean;
}): boolean => leave.autoApproved && leave.approverId !== null && leave.approverId !== leave.userId;

/** The day on which stored leave, or a change of it that waits, was asked for at the person's location. */
export const askedOnOf = (
  leave: { id: string; createdAt: Date | null; changeAskedAt: Date | null },
  timezone: string,
): DayNumber => dayNumber(localDate(leave.changeAskedAt ?? createdAtOf(leave), timezone));
