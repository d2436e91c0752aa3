import { and, desc, eq, gte, lt, lte } from "drizzle-orm";
import { hoursWorked } from "@/drizzle/schema/hours-worked";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { loadReadable } from "@/server/modules/leave/balances/read";
import { type HoursRow, selectHours } from "./store";

interface Filter {
  userIds: readonly string[];
  startDate?: string | undefined;
  endDate?: string | undefined;
  limit: number;
  after: Position | null;
}

const older = (after: Position | null) => (after ? lt(hoursWorked.id, after.id) : undefined);

const pageOfHours = (rows: { hours: HoursRow }[], limit: number): Page<HoursRow> =>
  pageOf(
    rows.map(({ hours }) => hours),
    limit,
    ({ id }) => ({ key: "", id }),
  );

/** The hours worked by people within reach, the last reported first. */
export async function listHours(ctx: Ctx, filter: Filter): Promise<Page<HoursRow>> {
  const { userIds, startDate, endDate, limit, after } = filter;
  const which = and(
    userIds.length > 0 ? isAnyOf(hoursWorked.userId, userIds) : undefined,
    startDate === undefined ? undefined : gte(hoursWorked.lastDay, startDate),
    endDate === undefined ? undefined : lte(hoursWorked.lastDay, endDate),
    older(after),
  );
  const rows = await selectHours(ctx, ctx.reach, which)
    .orderBy(desc(hoursWorked.id))
    .limit(limit + 1);
  return pageOfHours(rows, limit);
}

/** The hours worked by one person, oneself included, the last reported first. @throws ApiError RESOURCE_NOT_FOUND */
export async function listHoursOf(
  ctx: Ctx,
  { userId, limit, after }: { userId: string; limit: number; after: Position | null },
): Promise<Page<HoursRow>> {
  await loadReadable(ctx, userId);
  const which = and(eq(hoursWorked.userId, userId), older(after));
  const rows = await selectHours(ctx, workspaceOf(ctx.actor), which)
    .orderBy(desc(hoursWorked.id))
    .limit(limit + 1);
  return pageOfHours(rows, limit);
}
