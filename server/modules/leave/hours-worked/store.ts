import { and, eq, getTableColumns, gte, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { hoursWorked } from "@/drizzle/schema/hours-worked";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { type Reach, reaches, type Workspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import type { Policy } from "@/server/modules/leave/balances/cover-case";
import type { Employee, Entitlement } from "@/server/modules/leave/calendars/read-employee";

const { workspaceId: _workspace, ...columns } = getTableColumns(hoursWorked);
export type HoursRow = Omit<typeof hoursWorked.$inferSelect, "workspaceId">;

/** Hours worked by people, with what decides who sees them. */
export const selectHours = (ctx: Ctx, whose: Reach | Workspace, which: SQL | undefined) =>
  scoped(whose, users)
    .select(ctx.db, {
      hours: columns,
      person: { id: users.id, locationId: users.locationId, departmentId: users.departmentId },
    })
    .innerJoin(hoursWorked, eq(hoursWorked.userId, users.id))
    .where(which);

/** The hours of the workspace with this id, for any caller: the caller checks reach. @throws ApiError RESOURCE_NOT_FOUND */
export async function loadAnyHours(ctx: Ctx, id: string) {
  const [found] = await selectHours(ctx, workspaceOf(ctx.actor), eq(hoursWorked.id, id));
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  return found;
}

/** One's own hours, or those of a person within reach. @throws ApiError RESOURCE_NOT_FOUND */
export async function loadHours(ctx: Ctx, id: string): Promise<HoursRow> {
  const { hours, person } = await loadAnyHours(ctx, id);
  if (ctx.actor.userId !== person.id && !reaches(ctx.reach, person)) throw new ApiError("RESOURCE_NOT_FOUND");
  return hours;
}

/** The hours of people that touch some days, by their last day. */
export const findHoursWithin = (
  ctx: Ctx,
  userIds: readonly string[],
  { firstDay, lastDay }: Pick<HoursRow, "firstDay" | "lastDay">,
): Promise<HoursRow[]> =>
  scoped(workspaceOf(ctx.actor), hoursWorked)
    .select(ctx.db, columns)
    .where(
      and(
        isAnyOf(hoursWorked.userId, userIds),
        gte(hoursWorked.lastDay, firstDay),
        lte(hoursWorked.firstDay, lastDay),
      ),
    )
    .orderBy(hoursWorked.lastDay);

/** The policies that give a part of hours worked, of active leave types. */
export async function findWorkedPolicies(ctx: Ctx, locationIds: readonly string[]): Promise<Policy[]> {
  const rows = await scoped(workspaceOf(ctx.actor), leavePolicies)
    .select(ctx.db, { policy: leavePolicies })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leavePolicies.leaveTypeId))
    .where(
      and(
        isAnyOf(leavePolicies.locationId, locationIds),
        isNotNull(leavePolicies.hoursWorkedRate),
        eq(leaveTypes.isActive, true),
      ),
    );
  return rows.map(({ policy }) => policy);
}

/** Hours to write: new ones, or other hours of a period that is there. */
export type GivenHours = Pick<
  HoursRow,
  "id" | "userId" | "firstDay" | "lastDay" | "hours" | "minutesPerDay" | "source"
>;

const { placeholder } = sql;
const upsert = statement(sql`
  insert into ${hoursWorked} (workspace_id, id, user_id, first_day, last_day, hours, minutes_per_day, source, created_by_id, created_at,
    updated_at)
  select ${placeholder("workspaceId")}::uuid, id, "userId", "firstDay", "lastDay", hours, "minutesPerDay", source,
    ${placeholder("userId")}::uuid, ${placeholder("at")}::timestamptz, ${placeholder("at")}::timestamptz
  from jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given(id uuid, "userId" uuid, "firstDay" date, "lastDay" date,
    hours numeric, "minutesPerDay" numeric, source text)
  on conflict (workspace_id, id) do update set hours = excluded.hours, minutes_per_day = excluded.minutes_per_day,
    source = excluded.source, updated_at = excluded.updated_at`);

/** Writes hours in one statement. The caller has locked the people. */
export async function writeHours(tx: Ctx, rows: readonly GivenHours[]): Promise<void> {
  const { workspaceId, userId } = tx.actor;
  await upsert(tx.db, { workspaceId, userId, at: tx.now().toISOString(), rows: JSON.stringify(rows) });
}

/** Hours among a person's entitlements. */
export const entitlementOf = ({
  id,
  lastDay,
  hours,
  minutesPerDay,
}: Pick<GivenHours, "id" | "lastDay" | "hours" | "minutesPerDay">): Entitlement => ({
  ...{ id, leaveTypeId: null, kind: "WORKED", days: 0, effectiveDate: lastDay, note: "" },
  worked: { hours, minutesPerDay },
});

/** The entitlements of a person with other hours: those of the same period are replaced. */
export const withHours = (
  { entitlements }: Pick<Employee, "entitlements">,
  given: GivenHours,
): Entitlement[] => [...entitlements.filter(({ id }) => id !== given.id), entitlementOf(given)];
