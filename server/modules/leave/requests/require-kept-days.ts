import type { leaves } from "@/drizzle/schema/leaves";
import { isEffective } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { changesClosedDays } from "@/server/modules/leave/calendars/closed-days";
import { findKeptCounts } from "@/server/modules/leave/calendars/find-kept-counts";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { isClosed, periodClosed } from "@/server/modules/leave/calendars/require-open-days";
import type { LeaveRow } from "./store";

/**
 * Requires that a change of a leave keeps the closed days of its person as they are (decision 17.2).
 * @param owner as read after their row was locked; null only where a request ends, which has taken no day
 * @throws ApiError PERIOD_CLOSED
 */
export async function requireKeptDays(
  ctx: Ctx,
  owner: Employee | null,
  seen: LeaveRow,
  change: Partial<typeof leaves.$inferInsert>,
): Promise<void> {
  const after = { ...seen, ...change };
  if (seen.status === "OPEN" && !isEffective(after.status)) return;
  if (!owner) throw new Error("A change of days needs the person whose days they are");
  if (owner.closedThrough === null) return;
  if (!isClosed(owner, seen.startDate) && !isClosed(owner, after.startDate)) return;
  const counts = (await findKeptCounts(ctx, [seen.id])).get(seen.id);
  if (!counts) throw new Error("Leave has counts");
  const before = { ...seen, counts };
  if (changesClosedDays(owner.closedThrough, before, { ...after, counts: change.dayCounts ?? counts }))
    throw periodClosed(owner);
}
