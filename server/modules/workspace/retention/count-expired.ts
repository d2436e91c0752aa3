import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import type { Retention } from "./schema";

/** The records that a retention period would delete now. */
export interface Expired {
  auditEntryCount: number;
  /** Leave of erased people. */
  leaveCount: number;
  /** Ended keys and webhooks. */
  endedAccessCount: number;
}

/** @throws ApiError FORBIDDEN unless the caller is an administrator */
export async function countExpired(
  ctx: Ctx,
  { auditKeptYears, erasedLeaveKeptYears, endedAccessKeptYears }: Retention,
): Promise<Expired> {
  requireAdmin(ctx);
  const whole = workspaceOf(ctx.actor);
  const count = { count: sql<number>`count(*)::int` };
  const accessBefore = yearsBefore(ctx.now(), endedAccessKeptYears);
  const [[entries], [records], [keys], [hooks]] = await Promise.all([
    scoped(whole, auditEvents)
      .select(ctx.db, count)
      .where(lt(auditEvents.at, yearsBefore(ctx.now(), auditKeptYears))),
    scoped(whole, leaves)
      .select(ctx.db, count)
      .innerJoin(
        users,
        and(eq(users.id, leaves.userId), lt(users.erasedAt, yearsBefore(ctx.now(), erasedLeaveKeptYears))),
      ),
    scoped(whole, apiKeys)
      .select(ctx.db, count)
      .where(lt(sql`least(${apiKeys.revokedAt}, ${apiKeys.expiresAt})`, accessBefore)),
    scoped(whole, webhooks).select(ctx.db, count).where(lt(webhooks.revokedAt, accessBefore)),
  ]);
  return {
    auditEntryCount: entries?.count ?? 0,
    leaveCount: records?.count ?? 0,
    endedAccessCount: (keys?.count ?? 0) + (hooks?.count ?? 0),
  };
}

/** Null years give null, and nothing compares as earlier than null. */
const yearsBefore = (now: Date, years: number | null): SQL =>
  sql`${now.toISOString()}::timestamptz - make_interval(years => ${years}::int)`;
