import type { hoursWorked } from "@/drizzle/schema/hours-worked";
import type { balanceAdjustments } from "@/drizzle/schema/leaves";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { instantOn } from "./calendar";
import { locationPlans } from "./company";
import type { LeaveSurroundings } from "./leaves";
import type { Person } from "./people";
import type { Random } from "./random";

type Around = Pick<LeaveSurroundings, "workspaceId" | "people" | "today" | "leaveTypeIds">;
type HoursRow = typeof hoursWorked.$inferInsert;

const fortnight = 14;
const workdaysOfFortnight = 10;
/** The last day of one of the periods of people who are paid by the hour: the pay periods of Toronto. */
const anchor = dayNumber("2025-01-10");

/** Of people who are paid by the hour: the hours of each fortnight, of which their policy gives a part, and no quota beside it. */
export function createHoursWorked(
  around: Around,
  random: Random,
): { hours: HoursRow[]; quotas: (typeof balanceAdjustments.$inferInsert)[] } {
  const paidByHour = around.people.filter(({ plan }) => plan.paidByHour);
  const admin = around.people.find(({ role }) => role === "ADMIN");
  const createdById = admin?.id ?? null;
  return {
    hours: paidByHour.flatMap((person) => hoursOf(around, person, createdById, random)),
    quotas: paidByHour.map((person) => ({
      ...{ workspaceId: around.workspaceId, id: random.id(instantOn(person.joined, 10)), userId: person.id },
      ...{ leaveTypeId: around.leaveTypeIds.vacation, kind: "QUOTA", days: 0 },
      ...{ effectiveDate: dayText(firstDayOf(person)), note: "Paid by the hour", createdById },
      createdAt: instantOn(person.joined, 10),
    })),
  };
}

const firstDayOf = ({ start, joined }: Person): DayNumber => start ?? joined;

function hoursOf(
  { workspaceId, today }: Around,
  person: Person,
  createdById: string | null,
  random: Random,
): HoursRow[] {
  const { hoursPerDay } = locationPlans[person.plan.location];
  const begun = firstDayOf(person);
  const firstEnd = anchor + fortnight * Math.ceil((begun + fortnight - 1 - anchor) / fortnight);
  const periodCount = Math.max(0, Math.ceil((today - firstEnd) / fortnight));
  return Array.from({ length: periodCount }, (_, index) => {
    const last = firstEnd + index * fortnight;
    // Entered on the morning after.
    const at = instantOn(last + 1, 7);
    const hours = (workdaysOfFortnight - random.int(0, 3)) * hoursPerDay + random.int(0, 4) / 2;
    return {
      ...{ workspaceId, id: random.id(at), userId: person.id },
      ...{ firstDay: dayText(last - fortnight + 1), lastDay: dayText(last), hours },
      ...{ minutesPerDay: hoursPerDay * 60, source: "PAGE", createdById, createdAt: at, updatedAt: at },
    };
  });
}
