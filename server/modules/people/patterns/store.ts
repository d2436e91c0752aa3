import { and, asc, desc, eq, type SQL } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { type Employee, readEmployee } from "@/server/modules/leave/calendars/read-employee";
import type { StoredPattern } from "@/server/modules/leave/calendars/read-patterns";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { isManager, isWritable } from "@/server/modules/leave/requests/standing";
import { type Pattern, storedPattern } from "./policy";
import type { WorkPatternCreate } from "./schema";

const fields = {
  id: workPatterns.id,
  userId: workPatterns.userId,
  startsOn: workPatterns.startsOn,
  cycleStart: workPatterns.cycleStart,
  minutes: workPatterns.minutes,
  createdById: workPatterns.createdById,
  createdByName: users.name,
  createdAt: workPatterns.createdAt,
};

/** Patterns of people, latest first. */
export const selectPatterns = (ctx: Ctx, which: SQL | undefined) =>
  scoped(workspaceOf(ctx.actor), workPatterns)
    .select(ctx.db, fields)
    .leftJoin(users, eq(users.id, workPatterns.createdById))
    .where(which)
    .orderBy(desc(workPatterns.startsOn));

export type PatternRow = Awaited<ReturnType<typeof selectPatterns>>[number];

/** Patterns by person, earliest first. */
export async function findPatterns(ctx: Ctx, userIds: readonly string[]): Promise<Map<string, Pattern[]>> {
  const rows = await scoped(workspaceOf(ctx.actor), workPatterns)
    .select(ctx.db, {
      id: workPatterns.id,
      userId: workPatterns.userId,
      startsOn: workPatterns.startsOn,
      cycleStart: workPatterns.cycleStart,
      minutes: workPatterns.minutes,
    })
    .where(isAnyOf(workPatterns.userId, userIds))
    .orderBy(asc(workPatterns.startsOn));
  const found = new Map(userIds.map((id) => [id, [] as Pattern[]]));
  for (const { userId, ...pattern } of rows) found.get(userId)?.push(pattern);
  return found;
}

/** One pattern of a person, by id. */
export async function findPattern(ctx: Ctx, userId: string, id: string): Promise<PatternRow | undefined> {
  const [row] = await selectPatterns(ctx, and(eq(workPatterns.id, id), eq(workPatterns.userId, userId)));
  return row;
}

/**
 * Loads a person whose patterns the acting user may change: administrators and location admins may, for people they manage.
 * @param lock locks them until the transaction ends
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN
 */
export async function loadChangeable(ctx: Ctx, userId: string, lock: "lock" | "" = ""): Promise<Employee> {
  const employee = await readEmployee(ctx, userId, lock);
  if (!employee || !isWritable(ctx, employee)) throw new ApiError("RESOURCE_NOT_FOUND");
  if (mayChange(ctx, employee)) return employee;
  throw new ApiError("FORBIDDEN", because("managersOnly"));
}

export const mayChange = (ctx: Ctx, employee: Employee): boolean =>
  isWritable(ctx, employee) && isLead(ctx.actor.role) && isManager(ctx, employee);

/** Converts a new pattern to its stored form for each person, at their current location. */
export async function storedBy(
  ctx: Ctx,
  input: WorkPatternCreate,
): Promise<(employee: Employee) => StoredPattern> {
  const rows = await scoped(workspaceOf(ctx.actor), locations).select(ctx.db, {
    id: locations.id,
    firstDayOfWeek: locations.firstDayOfWeek,
  });
  const firstDays = new Map(rows.map(({ id, firstDayOfWeek }) => [id, firstDayOfWeek]));
  return ({ locationId }) => storedPattern(input, firstDays.get(locationId) ?? 1);
}
