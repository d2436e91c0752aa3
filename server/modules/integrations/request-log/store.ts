import { and, eq, getTableColumns, gt, gte, lt, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { apiKeys, legacyKeys } from "@/drizzle/schema/api-keys";
import { oauthClients } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { requestLog } from "@/drizzle/schema/request-log";
import type { Role } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { likeLiteral } from "@/server/kernel/database/name-search";
import { firstRequestIdAt } from "@/server/kernel/ids";
import { decodeId } from "@/server/kernel/schema";
import { plus } from "@/server/kernel/time/clock";
import { logKeptMs } from "./policy";
import type { LogFilter } from "./schema";
import { requestIdPattern, type StatusClass } from "./values";

/** The owner column that all tables of the log share. */
interface OwnedTable {
  ownerId: SQL | Parameters<typeof eq>[0];
}

interface Viewer {
  role: Role;
  userId: string | null | Placeholder;
}

/** Administrators see all requests of the workspace, other users those of their own keys. */
export const visibleTo = ({ role, userId }: Viewer, table: OwnedTable): SQL | undefined =>
  role === "ADMIN" ? undefined : sql`${table.ownerId} = ${userId}::uuid`;

const owners = alias(users, "owners");
const actingUsers = alias(users, "acting_users");

/** The caller's name, for any kind of caller. */
const callerName = sql<
  string | null
>`coalesce(${apiKeys.name}, ${oauthClients.name}, ${legacyKeys.prefix} || '…' || ${legacyKeys.lastFour})`;

/** Requests with the names of their callers. */
export function selectRequests(ctx: Ctx) {
  return scoped(workspaceOf(ctx.actor), requestLog)
    .select(ctx.db, {
      ...getTableColumns(requestLog),
      callerName,
      ownerName: owners.name,
      actingUserName: actingUsers.name,
    })
    .leftJoin(apiKeys, eq(apiKeys.id, requestLog.keyId))
    .leftJoin(legacyKeys, eq(legacyKeys.id, requestLog.keyId))
    .leftJoin(oauthClients, and(eq(requestLog.keyKind, "client"), eq(oauthClients.id, requestLog.keyId)))
    .leftJoin(owners, eq(owners.id, requestLog.ownerId))
    .leftJoin(actingUsers, eq(actingUsers.id, requestLog.actingUserId));
}
export type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

/** Retained requests that are visible to the actor. */
export const keptRequests = (ctx: Ctx): SQL | undefined =>
  and(
    visibleTo(ctx.actor, requestLog),
    gte(requestLog.requestId, firstRequestIdAt(plus(ctx.now(), -logKeptMs))),
  );

const hasStatus: Record<StatusClass, SQL> = {
  "2xx": sql`${requestLog.status} < 400`,
  "4xx": sql`${requestLog.status} between 400 and 499 and ${requestLog.status} <> 429`,
  "5xx": sql`(${requestLog.status} >= 500 or ${requestLog.errorCode} = 'server_error')`,
  failed: sql`${requestLog.status} >= 400`,
};

function found(search: string): SQL | undefined {
  if (requestIdPattern.test(search)) return eq(requestLog.requestId, search);
  if (search.startsWith("req_"))
    return sql`${gte(requestLog.requestId, search)} and ${lt(requestLog.requestId, `${search}~`)}`;
  const inPath = sql`${requestLog.path} ilike ${`%${likeLiteral(search)}%`}`;
  const operation = decodeId("operation", search);
  // The write that started it, and the reads that polled it.
  return operation ? or(eq(requestLog.operationId, operation), inPath) : inPath;
}

/** Condition for the rows of a filter. A whole request id matches at any time. */
export function matching(filter: LogFilter): SQL | undefined {
  const { search, method, status, code, key, endpoint, from, to } = filter;
  const isOne = search !== undefined && requestIdPattern.test(search);
  return and(
    search ? found(search) : undefined,
    method ? eq(requestLog.method, method) : undefined,
    status ? hasStatus[status] : undefined,
    code ? eq(requestLog.errorCode, code) : undefined,
    key ? eq(requestLog.keyId, key) : undefined,
    endpoint ? eq(requestLog.endpoint, endpoint) : undefined,
    from && !isOne ? gte(requestLog.requestId, firstRequestIdAt(from)) : undefined,
    to && !isOne ? lt(requestLog.requestId, firstRequestIdAt(plus(to, 1))) : undefined,
  );
}

export const olderThan = (id: string | undefined) => id && lt(requestLog.requestId, id);
export const newerThan = (id: string | undefined) => id && gt(requestLog.requestId, id);
export const isRequest = (id: string) => eq(requestLog.requestId, id);
