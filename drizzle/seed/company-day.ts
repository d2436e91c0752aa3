import type { companyLeavePeople, companyLeaves } from "@/drizzle/schema/company-leaves";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { isEffective } from "@/drizzle/schema/values";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { instantOn, weekdayFrom, workedPart } from "./calendar";
import type { LeaveRow, LeaveSurroundings } from "./leaves";
import { calendarOf } from "./part-time";
import { type Person, placeOn } from "./people";
import { policyPlans } from "./policies";
import { quotaIn, quotaYearOf } from "./quota-book";
import type { Random } from "./random";

type PersonRow = typeof companyLeavePeople.$inferInsert;

/** A company leave of the demo: a bridge day of vacation, some weeks ahead, with what became of everyone. */
export interface CompanyDay {
  companyLeave: typeof companyLeaves.$inferInsert;
  people: PersonRow[];
  leaves: LeaveRow[];
}

const name = "Bridge day";

/** @param booked the leave of everyone, by which some are away and some have no day left */
export function createCompanyDay(
  around: LeaveSurroundings,
  booked: readonly LeaveRow[],
  random: Random,
): CompanyDay {
  const { workspaceId, today, leaveTypeIds } = around;
  const on = bridgeDay(around);
  const at = instantOn(today - 6, 10);
  const days = { startDate: dayText(on), endDate: dayText(on) };
  const id = random.id(at);
  const found = around.people
    .filter(({ plan }) => plan.status === undefined)
    .map((person) => {
      const own = booked.filter((leave) => leave.userId === person.id && isEffective(leave.status));
      const away = own.filter(
        ({ startDate, endDate }) => startDate <= days.endDate && days.startDate <= endDate,
      );
      const judged = outcomeOf(person, on, around, own, away.length > 0);
      const leave = judged.outcome === "BOOKED" ? [leaveOf(person, on, id, at, around, random)] : [];
      const row: PersonRow = {
        ...{ workspaceId, companyLeaveId: id, userId: person.id, ...judged },
        booked: leave.map((one) => ({ leaveId: one.id, ...days })),
        away: away.map(({ startDate, endDate }) => ({ startDate, endDate })),
      };
      return { row, leave };
    });
  return {
    companyLeave: {
      ...{ workspaceId, id, name, leaveTypeId: leaveTypeIds.vacation, ...days, status: "BOOKED" },
      ...{ locationIds: [], departmentIds: [], labelIds: [], exemptLabelIds: [] },
      ...{ createdAt: at, updatedAt: at },
    },
    people: found.map(({ row }) => row),
    leaves: found.flatMap(({ leave }) => leave),
  };
}

/** The last day of a week some weeks ahead that is worked everywhere. */
function bridgeDay({ today, calendars }: LeaveSurroundings): DayNumber {
  const monday = weekdayFrom(today + 21, 1);
  for (let week = monday; week < monday + 350; week += 7)
    for (let on = week + 4; on >= week; on--)
      if (Object.values(calendars).every((calendar) => workedPart(calendar, on) === 1)) return on;
  throw new Error("No day is worked at every location");
}

type Judged = Pick<PersonRow, "outcome" | "obstacle" | "missing">;

function outcomeOf(
  person: Person,
  on: DayNumber,
  { today, calendars }: LeaveSurroundings,
  own: readonly LeaveRow[],
  isAway: boolean,
): Judged {
  const { location } = placeOn(person, on, today);
  const policy = policyPlans.vacation[location];
  if ((person.start ?? on) > on || (person.end ?? on) < on)
    return { outcome: "NOT_POSSIBLE", obstacle: "NOT_EMPLOYED" };
  if (!policy) return { outcome: "NOT_POSSIBLE", obstacle: "NOT_AVAILABLE" };
  if (workedPart(calendarOf(person, calendars[location]), on) === 0) return { outcome: "NOT_WORKING" };
  if (isAway) return { outcome: "AWAY" };
  if (policy.allowNegativeBalance) return { outcome: "BOOKED" };
  const year = quotaYearOf(person, on);
  const isOfYear = (date: string) => quotaYearOf(person, dayNumber(date)) === year;
  const taken = own
    .filter(({ startDate, endDate }) => isOfYear(startDate) || isOfYear(endDate))
    .reduce((sum, { durationWorkingDays }) => sum + durationWorkingDays, 0);
  const missing = Math.min(1, taken + 1 - quotaIn(person, policy, year));
  return missing > 0 ? { outcome: "LACKS_BALANCE", missing } : { outcome: "BOOKED" };
}

function leaveOf(
  person: Person,
  on: DayNumber,
  companyLeaveId: string,
  at: Date,
  around: LeaveSurroundings,
  random: Random,
): LeaveRow & { id: string } {
  const { location, department } = placeOn(person, on, around.today);
  return {
    ...{ workspaceId: around.workspaceId, id: random.id(at), userId: person.id, companyLeaveId },
    ...{ durationCalendarDays: 1, durationWorkingDays: 1, dayCounts: { start: on, counts: [wholeDay] } },
    ...{ startDate: dayText(on), endDate: dayText(on), reason: name },
    leaveTypeId: around.leaveTypeIds.vacation,
    locationId: around.locationIds[location],
    departmentId: around.departmentIds[department],
    ...{ status: "APPROVED", autoApproved: true, createdAt: at, updatedAt: at },
  };
}
