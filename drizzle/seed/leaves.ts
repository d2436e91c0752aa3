import { wholeDay } from "@/drizzle/schema/day-counts";
import type { leaves } from "@/drizzle/schema/leaves";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { instantOn, type WorkCalendar } from "./calendar";
import type { DepartmentKey, LeaveTypeKey, LocationKey } from "./company";
import { Approvals, type Decision } from "./decisions";
import { calendarOf } from "./part-time";
import { type Person, placeOn } from "./people";
import { place, type Span, takenOn } from "./place";
import { type PolicyPlan, policyPlans } from "./policies";
import { QuotaBook } from "./quota-book";
import type { Random } from "./random";
import { reasons } from "./texts";
import { fixedWishes, reach, type Wish, wishesOf } from "./wishes";

export type LeaveRow = typeof leaves.$inferInsert;

export interface LeaveSurroundings {
  workspaceId: string;
  people: readonly Person[];
  today: DayNumber;
  calendars: Record<LocationKey, WorkCalendar>;
  locationIds: Record<LocationKey, string>;
  departmentIds: Record<DepartmentKey, string>;
  leaveTypeIds: Record<LeaveTypeKey, string>;
}

interface Placed {
  wish: Wish;
  person: Person;
  location: LocationKey;
  department: DepartmentKey;
  policy: PolicyPlan;
  span: Span;
}

/** Two years of leave around today. One person's leaves never overlap, whatever their status. */
export function createLeaves(around: LeaveSurroundings, random: Random): LeaveRow[] {
  const fixed = fixedWishes(around.people, random, around.today);
  const approvals = new Approvals(around.people, random, around.today);
  return around.people.flatMap((person) => {
    const wishes = [...(fixed.get(person.id) ?? []), ...wishesOf(person, random, around.today)];
    return placeAll(wishes, person, around, random).map((placed) => {
      const decision = approvals.decide({
        ...placed,
        ...placed.span,
        approvalRequired: placed.policy.approvalRequired,
      });
      return leaveRow(placed, decision, around, random);
    });
  });
}

function placeAll(wishes: Wish[], person: Person, around: LeaveSurroundings, random: Random): Placed[] {
  const quotas = new QuotaBook();
  const placed: Placed[] = [];
  for (const wish of wishes) {
    const where = placeOn(person, wish.from, around.today);
    const policy = policyPlans[wish.type][where.location];
    const calendar = calendarOf(person, around.calendars[where.location]);
    const span = policy && place(wish, calendar, policy.shortestDuration, random);
    if (!policy || !span || !isEmployed(person, span, around.today)) continue;
    if (placed.some((other) => span.first <= other.span.last && other.span.first <= span.last)) continue;
    if (!quotas.book(person, wish.type, span, calendar)) continue;
    placed.push({ wish, person, location: where.location, department: where.department, policy, span });
  }
  return placed;
}

/** Users who are no longer active request nothing more; future employees have not requested anything yet. */
function isEmployed(person: Person, span: Span, today: DayNumber): boolean {
  const last = person.end ?? (person.plan.status ? today - 30 : span.last);
  const first = person.start ?? today - 2 * reach;
  return first <= span.first && first < today && span.last <= last;
}

function leaveRow(placed: Placed, decision: Decision, around: LeaveSurroundings, random: Random): LeaveRow {
  const { wish, person, span, policy } = placed;
  const { first, last, hours, startPart, endPart } = span;
  const calendar = calendarOf(person, around.calendars[placed.location]);
  const counts = Array.from({ length: last - first + 1 }, (_, place) =>
    Math.round(takenOn(span, calendar, first + place) * wholeDay),
  );
  const worked = counts.reduce((sum, count) => sum + count, 0) / wholeDay;
  return {
    workspaceId: around.workspaceId,
    id: random.id(decision.createdAt),
    userId: person.id,
    durationCalendarDays: last - first + 1,
    durationWorkingDays: Math.round(worked * 1000) / 1000,
    dayCounts: { start: first, counts },
    startDate: dayText(first),
    endDate: dayText(last),
    isFullDayLeave: hours === null,
    ...(hours ?? { startHour: 0, startMinute: 0, endHour: 0, endMinute: 0 }),
    startPart,
    endPart,
    leaveTypeId: around.leaveTypeIds[wish.type],
    locationId: around.locationIds[placed.location],
    departmentId: around.departmentIds[placed.department],
    reason: policy.reasonRequired || random.chance(0.45) ? random.pick(reasons[wish.type]) : null,
    ...decision,
    // The oldest were imported from a time without creation times.
    createdAt: decision.createdAt < instantOn(around.today - reach + 20, 0) ? null : decision.createdAt,
  };
}
