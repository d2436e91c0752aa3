import type { HoursWorkedSource } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { newId } from "@/server/kernel/ids";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { requireStillCovered } from "@/server/modules/leave/balances/require-still-covered";
import { averageMinutes } from "@/server/modules/leave/calendars/hours";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import { type Employee, readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { requireOpenDays } from "@/server/modules/leave/calendars/require-open-days";
import { notTheirs, startFaults } from "@/server/modules/leave/entitlements/adjust-balance";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { isManager, isWritable } from "@/server/modules/leave/requests/standing";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { overlaps, periodFaults, standingHours } from "./policy";
import type { HoursWorkedCreate } from "./schema";
import {
  findHoursWithin,
  findWorkedPolicies,
  type GivenHours,
  type HoursRow,
  loadHours,
  withHours,
  writeHours,
} from "./store";

interface Way {
  source?: HoursWorkedSource;
  /** The hours of the same period that the caller expects: those with this id, or none. Without it, whatever is there is replaced. */
  standing?: string | null;
}

/**
 * Records the hours that a person worked in a period, of which policies with a rate give a part (decision 16.28). Hours of the same period
 * are replaced, so that a report that is sent twice counts once. Locks the person's row.
 * @throws ApiError VALIDATION_ERROR, FORBIDDEN, CONFLICT where another period shares a day, PERIOD_CLOSED, LEAVE_NEGATIVE_BALANCE where
 * fewer hours would take days that leave needs, RESOURCE_NOT_FOUND where the expected hours are gone
 */
export function recordHours(
  ctx: Ctx,
  input: HoursWorkedCreate,
  { source = "API", standing }: Way = {},
): Promise<HoursRow> {
  return inTransaction(ctx, async (tx) => {
    const employee = await readEmployee(tx, input.userId, "lock");
    if (!employee || !isWritable(tx, employee)) throw invalid([notAccessible]);
    if (!isLead(tx.actor.role) || !isManager(tx, employee)) throw notTheirs();
    const faults = hoursFaults(employee, input);
    if (faults.length > 0) throw invalid(faults);
    requireOpenDays(employee, input.lastDay);
    const { same, overlapping } = standingHours(input, await findHoursWithin(tx, [employee.id], input));
    if (overlapping) throw overlaps(overlapping);
    if (standing === null && same) throw overlaps(same);
    if (standing !== undefined && standing !== null && same?.id !== standing)
      throw new ApiError("RESOURCE_NOT_FOUND");
    const row = await givenHoursOf(tx, employee, { ...input, id: same?.id ?? newId(), source });
    if (same) await requireHoursCovered(tx, employee, withHours(employee, row), same);
    await writeHours(tx, [row]);
    await recordAudit(tx, {
      action: "hours_worked.record",
      resourceType: "hours_worked",
      resourceId: row.id,
      changes: {
        ...{ userId: { to: row.userId }, firstDay: { to: row.firstDay }, lastDay: { to: row.lastDay } },
        hours: { ...(same && { from: same.hours }), to: row.hours },
      },
    });
    return loadHours(tx, row.id);
  });
}

const notAccessible = { path: "userId", ...fault("person") };

/** The faults of hours of a person. */
export const hoursFaults = (employee: Employee, input: Pick<HoursRow, "firstDay" | "lastDay" | "hours">) => [
  ...periodFaults(input, employee.today),
  ...startFaults(employee, input.lastDay).map(({ message }) => ({ path: "lastDay", message })),
];

/** Hours with the length of the person's average day on their last day. */
async function givenHoursOf(
  tx: Ctx,
  employee: Employee,
  { id, firstDay, lastDay, hours, source }: Omit<GivenHours, "userId" | "minutesPerDay">,
): Promise<GivenHours> {
  const day = dayNumber(lastDay);
  const calendar = await readCalendar(tx, employee.locationId, { from: day, to: day }, employee);
  const minutesPerDay = averageMinutes(calendar, day);
  return { id, userId: employee.id, firstDay, lastDay, hours, minutesPerDay, source };
}

/**
 * Requires that leave stays covered with other hours in a period, or none.
 * @throws ApiError LEAVE_NEGATIVE_BALANCE
 */
export async function requireHoursCovered(
  tx: Ctx,
  employee: Employee,
  entitlements: Employee["entitlements"],
  { lastDay }: Pick<HoursRow, "lastDay">,
): Promise<void> {
  const inOrder = [...entitlements].sort((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1));
  for (const policy of await findWorkedPolicies(tx, [employee.locationId]))
    await requireStillCovered(tx, employee, policy, { entitlements: inOrder, from: dayNumber(lastDay) });
}
