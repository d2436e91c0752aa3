import { and, eq, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { yearContaining } from "./accounting-year";
import { type ExplanationLine, explainBalance } from "./explain-balance";
import { findReturnedDays } from "./find-returned-days";
import { cutsAsOf } from "./policy";
import { dayHoursIn, hoursPerDayIn, isKnownType, loadReadable } from "./read";
import { findCharges } from "./store";
import { termsOf, yearSettingsOf } from "./terms";

const policyQuery = preparedBy((db) =>
  scoped(givenWorkspace, leavePolicies)
    .select(db, {
      policy: leavePolicies,
      isPrivate: leaveTypes.isPrivate,
      interruptible: leaveTypes.interruptible,
      unit: leaveTypes.unit,
      workWeek: locations.workWeek,
      hoursPerDay: locations.hoursPerDay,
    })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leavePolicies.leaveTypeId))
    .innerJoin(locations, eq(locations.id, leavePolicies.locationId))
    .where(
      and(
        eq(leavePolicies.leaveTypeId, sql.placeholder("leaveTypeId")),
        eq(leavePolicies.locationId, sql.placeholder("locationId")),
        eq(leaveTypes.isActive, true),
      ),
    )
    .prepare("explained_policy"),
);

export interface Wanted {
  userId: string;
  leaveTypeId: string;
  asOf?: string | undefined;
}

/**
 * Loads what one balance is computed from, for the same people as `readBalances`.
 * @throws ApiError RESOURCE_NOT_FOUND, also for a leave type of which they have no balance
 */
export async function loadExplained(ctx: Ctx, { userId, leaveTypeId, asOf: date }: Wanted) {
  const person = await loadReadable(ctx, userId);
  const { employee } = person;
  const { workspaceId, plan } = ctx.actor;
  const [row] = await policyQuery(ctx.db).execute({
    workspaceId,
    leaveTypeId,
    locationId: employee.locationId,
  });
  if (!row || !isKnownType(person, row)) throw new ApiError("RESOURCE_NOT_FOUND");
  return {
    ...person,
    row,
    settings: yearSettingsOf(employee),
    terms: termsOf(row.policy, plan, employee),
    asOf: date === undefined ? employee.today : dayNumber(date),
  };
}

/**
 * Explains a person's balance of one leave type in the accounting year of `asOf` (`YYYY-MM-DD`, default today at their location). For the
 * same people as `readBalances`. Notes are visible to the person and to their managers.
 * @throws ApiError RESOURCE_NOT_FOUND, also for a leave type of which they have no balance
 */
export async function readExplanation(
  ctx: Ctx,
  { userId, leaveTypeId, asOf: date }: Wanted,
): Promise<(ExplanationLine & { hoursPerDay: number | null; dayHours: number })[]> {
  const { employee, knowsAll, row, settings, terms, asOf } = await loadExplained(ctx, {
    ...{ userId, leaveTypeId },
    asOf: date,
  });
  const cuts = cutsAsOf(settings, [terms], asOf);
  const { start, end } = yearContaining(settings, asOf);
  const [charges, returned] = await Promise.all([
    findCharges(ctx, { employee, leaveTypeId, cuts, singlesFrom: start }),
    row.interruptible ? findReturnedDays(ctx, employee, leaveTypeId, { from: start, to: end }) : [],
  ]);
  const lines = explainBalance(settings, terms, charges.get(leaveTypeId) ?? [], asOf, returned);
  const lengths = { hoursPerDay: hoursPerDayIn(row, employee), dayHours: dayHoursIn(row, employee) };
  return lines.map((line) => ({ ...line, note: knowsAll ? line.note : null, ...lengths }));
}
