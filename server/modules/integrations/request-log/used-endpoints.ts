import { and, eq, isNotNull, not, sql } from "drizzle-orm";
import { requestLog } from "@/drizzle/schema/request-log";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { readAs } from "@/server/kernel/database/row-reader";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { keptRequests } from "./store";

export interface UsedEndpoint {
  method: string;
  /** As in the API reference. */
  path: string;
  /** Whether the key acted for another person. */
  onBehalf: boolean;
  count: number;
  lastAt: Date;
}

/** Errors raised before or by the scope check: such a request has used no scope. */
const beforeScope = ["UNAUTHORIZED", "RATE_LIMITED", "QUOTA_EXCEEDED", "INSUFFICIENT_SCOPE", "FORBIDDEN"];

/** The endpoints that a key called in the last 30 days and that its scopes allowed. HEAD counts as GET, whose scope it needs. */
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
