import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import type { Retention } from "./schema";

/** What a retention would delete now. */
export interface Expired {
  auditEntryCount: number;
  /** Of erased people. */
  leaveCount: number;
}

/** @throws ApiError FORBIDDEN for everybody but administrators */
export async function countExpired(
  ctx: Ctx,
  { auditKeptYears, erasedLeaveKeptYears }: Retention,
): Promise<Expired> {
  requireAdmin(ctx);
  const whole = workspaceOf(ctx.actor);
  const count = { count: sql<number>`count(*)::int` };
  const [[entries], [records]] = await Promise.all([
    scoped(whole, auditEvents)
      .select(ctx.db, count)
      .where(lt(auditEvents.at, yearsBefore(ctx.now(), auditKeptYears))),
    scoped(whole, leaves)
      .select(ctx.db, count)
      .innerJoin(
        users,
        and(eq(users.id, leaves.userId), lt(users.erasedAt, yearsBefore(ctx.now(), erasedLeaveKeptYears))),
      ),
  ]);
  return { auditEntryCount: entries?.count ?? 0, leaveCount: records?.count ?? 0 };
}

/** Nothing is before null. */
const yearsBefore = (now: Date, years: number | null): SQL =>
  sql`${now.toISOString()}::timestamptz - make_interval(years => ${years}::int)`;
