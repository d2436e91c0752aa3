import { wholeDay } from "@/drizzle/schema/day-counts";
import { dayText } from "@/server/kernel/time/calendar-date";
import { instantOn } from "./calendar";
import type { LeaveRow, LeaveSurroundings } from "./leaves";
import type { Random } from "./random";

/** The shortest vacation in which someone falls sick, in whole working days. */
const minDays = 3;

/**
 * Someone fell sick in their last vacation: the day came back. If possible it is the person whose sign-in the demo has for employees, so
 * that they see it on their own pages.
 * @returns all leave with the sick day; all as it was where no one had a vacation that long
 */
export function addSickDay(
  { workspaceId, people, today, leaveTypeIds }: LeaveSurroundings,
  booked: readonly LeaveRow[],
  random: Random,
): LeaveRow[] {
  const employees = new Set(people.filter(({ plan }) => plan.mailbox === "user").map(({ id }) => id));
  const [vacation] = booked
    .filter(
      (leave) =>
        leave.leaveTypeId === leaveTypeIds.vacation &&
        leave.status === "APPROVED" &&
        leave.isFullDayLeave !== false &&
        leave.endDate < dayText(today) &&
        wholeDaysOf(leave).length >= minDays,
    )
    .sort(
      (a, b) =>
        Number(employees.has(b.userId)) - Number(employees.has(a.userId)) ||
        b.endDate.localeCompare(a.endDate) ||
        String(a.id).localeCompare(String(b.id)),
    );
  const kept = vacation?.dayCounts;
  if (!vacation || !kept) return [...booked];
  const days = wholeDaysOf(vacation);
  const on = days[Math.floor(days.length / 2)] ?? kept.start;
  const counts = kept.counts.map((count, place) => (kept.start + place === on ? 0 : count));
  const interrupted: LeaveRow = {
    ...{ ...vacation, version: (vacation.version ?? 0) + 1 },
    ...{ durationWorkingDays: vacation.durationWorkingDays - 1, dayCounts: { start: kept.start, counts } },
  };
  const at = instantOn(on, 8);
  const sick: LeaveRow = {
    ...{ workspaceId, id: random.id(at), userId: vacation.userId, leaveTypeId: leaveTypeIds.sick },
    ...{ startDate: dayText(on), endDate: dayText(on), dayCounts: { start: on, counts: [wholeDay] } },
    ...{ durationCalendarDays: 1, durationWorkingDays: 1, reason: "Stomach bug" },
    ...{ locationId: vacation.locationId, departmentId: vacation.departmentId },
    ...{ status: "APPROVED", autoApproved: true, createdAt: at, updatedAt: at },
  };
  return [...booked.map((leave) => (leave === vacation ? interrupted : leave)), sick];
}

/** The days that count in whole. */
const wholeDaysOf = ({ dayCounts }: LeaveRow): number[] =>
  dayCounts?.counts.flatMap((count, place) => (count === wholeDay ? [dayCounts.start + place] : [])) ?? [];
