import { and, eq, isNotNull, not, sql } from "drizzle-orm";
import { requestLog } from "@/drizzle/schema/request-log";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { readAs } from "@/server/kernel/row-reader";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { keptRequests } from "./store";

export interface UsedEndpoint {
  method: string;
  /** As the reference writes it. */
  path: string;
  /** Whether it acted for another person. */
  onBehalf: boolean;
  count: number;
  lastAt: Date;
}

/** Refused before, or because, the key's scopes were looked at: such a request has used none of them. */
const beforeScope = ["UNAUTHORIZED", "RATE_LIMITED", "QUOTA_EXCEEDED", "INSUFFICIENT_SCOPE", "FORBIDDEN"];

/** What a key has called in the last 30 days, so far as its scopes let it. HEAD counts as GET, whose scope it needs. */
export async function listUsedEndpoints(ctx: Ctx, { key }: { key: string }): Promise<UsedEndpoint[]> {
  const method = sql<string>`case ${requestLog.method} when 'HEAD' then 'GET' else ${requestLog.method} end`;
  const onBehalf = sql<boolean>`${requestLog.actingUserId} is not null`;
  const rows = await scoped(workspaceOf(ctx.actor), requestLog)
    .select(ctx.db, {
      method,
      path: sql<string>`${requestLog.endpoint}`,
      onBehalf,
      count: sql<number>`count(*)::int`,
      lastAt: readAs(sql<Date>`max(${requestLog.at})`, requestLog.at),
    })
    .where(
      and(
        keptRequests(ctx),
        eq(requestLog.keyId, key),
        eq(requestLog.keyKind, "key"),
        isNotNull(requestLog.endpoint),
        not(isAnyOf(sql`coalesce(${requestLog.errorCode}, '')`, beforeScope)),
      ),
    )
    .groupBy(sql`1`, requestLog.endpoint, sql`3`);
  return rows;
}
