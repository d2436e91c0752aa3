import { eq, sql } from "drizzle-orm";
import type { DayCounts } from "@/drizzle/schema/day-counts";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { CompanyLeaveObstacle, CompanyLeaveOutcome, CountMode } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { coverCaseOf } from "@/server/modules/leave/balances/cover-case";
import { findShortfalls } from "@/server/modules/leave/balances/find-shortfalls";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import {
  countDays,
  countedBy,
  furthestReturn,
  type Period,
  type Thousandths,
  type WorkCalendar,
  workingDays,
} from "@/server/modules/leave/calendars/working-days";
import { findNearMany, type Near } from "@/server/modules/leave/requests/find-near";
import { daysLeft, withinEmployment } from "./policy";

/** The leave that a company leave gives to each person. */
export interface CompanyDays {
  leaveTypeId: string;
  startDate: string;
  endDate: string;
}

/** A stretch to book, with the count of each day. */
export interface Stretch {
  period: Period;
  days: DayCounts;
  countMode: CountMode;
}

type Dates = Pick<Period, "start" | "end">;

/** What a company leave means for a person, by the rules of booking. */
export interface Verdict {
  employee: Employee;
  outcome: CompanyLeaveOutcome;
  obstacle: CompanyLeaveObstacle | null;
  /** 0 unless the balance lacks something. */
  missing: Thousandths;
  /** What is booked; empty unless the outcome is BOOKED or PARTLY_BOOKED. */
  stretches: readonly Stretch[];
  /** Other leave on these days. */
  away: readonly Near[];
}

type Policy = typeof leavePolicies.$inferSelect;

const policies = preparedBy((db) =>
  scoped(givenWorkspace, leavePolicies)
    .selectAll(db)
    .where(eq(leavePolicies.leaveTypeId, sql.placeholder("leaveTypeId")))
    .prepare("policies_of_company_leave"),
);

/** A verdict before the balance is known. */
type Draft = Verdict & { policy: Policy | null };

/**
 * Judges people by the rules of a single booking: employment, working days, other leave, and the balance. So the preview and the booking are
 * the same. A company leave is the company's own act: neither approval nor the shortest duration of a request applies.
 * @param employees locked when their leave is to be booked
 */
export async function judgePeople(
  ctx: Ctx,
  { leaveTypeId, startDate, endDate }: CompanyDays,
  employees: readonly Employee[],
): Promise<Verdict[]> {
  if (employees.length === 0) return [];
  const days = { start: dayNumber(startDate), end: dayNumber(endDate) };
  const { workspaceId } = ctx.actor;
  const [found, calendars, near] = await Promise.all([
    policies(ctx.db).execute({ workspaceId, leaveTypeId }),
    readCalendars(
      ctx,
      employees.map(({ locationId }) => locationId),
      { from: days.start, to: days.end + furthestReturn },
    ),
    findNearMany(
      ctx,
      employees.map(({ id }) => ({ userId: id, startDate, endDate })),
    ),
  ]);
  const policyOf = new Map(found.map((policy) => [policy.locationId, policy]));
  const drafts = employees.map((employee, place) => {
    const calendar = calendars.get(employee.locationId);
    if (!calendar) throw new Error("A person has a location");
    const policy = policyOf.get(employee.locationId) ?? null;
    return draftOf(employee, { days, policy, calendar, near: near[place] ?? [] });
  });
  return withCover(ctx, drafts);
}

interface Facts {
  days: Pick<Period, "start" | "end">;
  policy: Policy | null;
  calendar: WorkCalendar;
  near: readonly Near[];
}

function draftOf(employee: Employee, { days, policy, calendar: place, near }: Facts): Draft {
  const nothing = { employee, policy, obstacle: null, missing: 0, stretches: [], away: [] };
  const impossible = (obstacle: CompanyLeaveObstacle): Draft => ({
    ...nothing,
    outcome: "NOT_POSSIBLE",
    obstacle,
  });
  const employed = withinEmployment(days, employee.employment);
  if (employee.status !== "ACTIVE") return impossible("NOT_ACTIVE");
  if (!employed) return impossible("NOT_EMPLOYED");
  if (!policy) return impossible("NOT_AVAILABLE");
  const { countMode } = policy;
  const calendar = worksBy(place, employee.patterns);
  const counted = ({ start, end }: Dates): Stretch => {
    const period = { start, end, minutes: null };
    return { period, countMode, days: countDays(period, countedBy(calendar, countMode)) };
  };
  // A day of work at least, in each count mode.
  const worked = ({ start, end }: Dates) => workingDays({ start, end, minutes: null }, calendar);
  const whole = worked(employed);
  if (whole === 0) return { ...nothing, outcome: "NOT_WORKING" };
  const others = near.map(({ startDate, endDate }) => ({
    start: dayNumber(startDate),
    end: dayNumber(endDate),
  }));
  const left = daysLeft(employed, others).filter((dates) => worked(dates) > 0);
  if (left.length === 0) return { ...nothing, away: near, outcome: "AWAY" };
  const isWhole = left.reduce((sum, dates) => sum + worked(dates), 0) === whole;
  return {
    ...nothing,
    stretches: left.map(counted),
    away: near,
    outcome: isWhole ? "BOOKED" : "PARTLY_BOOKED",
  };
}

/** Turns drafts that the balance does not cover into LACKS_BALANCE, with one statement for all. */
async function withCover(ctx: Ctx, drafts: readonly Draft[]): Promise<Verdict[]> {
  const cases = drafts.map(({ employee, policy, stretches }) => {
    const [first] = stretches;
    if (!first || !policy) return null;
    const leave = { before: [], after: stretches };
    return coverCaseOf(ctx, { employee, policy, from: first.period.start, leave });
  });
  const missing = await findShortfalls(ctx, cases);
  return drafts.map(({ policy: _policy, ...verdict }, place) => {
    const lacks = missing[place] ?? 0;
    return lacks > 0
      ? { ...verdict, outcome: "LACKS_BALANCE" as const, missing: lacks, stretches: [] }
      : verdict;
  });
}

/** The dates of a stretch. */
export const datesOf = ({ start, end }: Dates) => ({
  startDate: dayText(start),
  endDate: dayText(end),
});
