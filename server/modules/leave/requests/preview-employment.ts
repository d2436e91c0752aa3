import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { ApiError } from "@/server/kernel/errors";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { findFinalBalances } from "@/server/modules/leave/balances/find-final-balances";
import type { BalanceRow } from "@/server/modules/leave/balances/read";
import { sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { type Employee, readEmployee } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { findLeaveTypes } from "@/server/modules/leave/leave-types/find-leave-types";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import { findPerson } from "@/server/modules/people/people/find-people";
import { type Employment, findMisfits, type Misfit } from "./find-misfits";

/** With the leave type's name, which the caller may see, and the days that no longer count. */
export type NamedMisfit = Misfit & { leaveTypeName: string; returned: Thousandths };

/** What a new first or last day of work does to a person's leave. */
export interface EmploymentEffect {
  leaves: NamedMisfit[];
  /** The last day of work after the change. */
  lastDay: DayNumber | null;
  /** What is left of each limited leave type on the last day of work; empty without one. */
  finalBalances: BalanceRow[];
}

/** The day that stays where the change has none. */
const changedDay = (date: string | null | undefined, before: DayNumber | null): DayNumber | null =>
  date === undefined ? before : date === null ? null : dayNumber(date);

const employedBy = (employee: Employee, { startDate, endDate }: Employment): Employee => ({
  ...employee,
  employment: {
    start: changedDay(startDate, employee.employment.start),
    end: changedDay(endDate, employee.employment.end),
  },
});

/**
 * The leave that a new first or last day of work would cancel or shorten, like `endLeaveBeyond`, and the balances it leaves, without
 * changing anything.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND
 */
export async function previewEmployment(
  ctx: Ctx,
  userId: string,
  employment: Employment,
): Promise<EmploymentEffect> {
  requireRight(ctx, "users:write");
  const person = await findPerson(ctx, userId);
  // A manager may see the private leave of the person.
  const employee = person?.isManaged ? await readEmployee(ctx, userId) : null;
  if (!employee) throw new ApiError("RESOURCE_NOT_FOUND");
  const changed = employedBy(employee, employment);
  const misfits = await findMisfits(ctx, userId, employment);
  const [types, finalBalances] = await Promise.all([
    findLeaveTypes(
      ctx,
      misfits.map(({ leave }) => leave.leaveTypeId),
    ),
    findFinalBalances(
      ctx,
      changed,
      misfits.map(({ leave, kept, rest }) => ({
        ...{ leaveTypeId: leave.leaveTypeId, before: kept, after: rest?.dayCounts ?? null },
      })),
    ),
  ]);
  return {
    leaves: misfits.map((one) => {
      const type = types.get(one.leave.leaveTypeId);
      return {
        ...one,
        leaveTypeName: type ? nameIn(type, ctx.language) : "",
        returned: toThousandths(sumOf(one.kept) - (one.rest ? sumOf(one.rest.dayCounts) : 0)),
      };
    }),
    lastDay: changed.employment.end,
    finalBalances,
  };
}
