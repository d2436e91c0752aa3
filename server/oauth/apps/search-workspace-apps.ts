import { and, asc, eq, getTableColumns, gt, isNull, ne, or, sql } from "drizzle-orm";
import { allowedApps, oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import {
  byName,
  byNumber,
  counted,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { readAs } from "@/server/kernel/database/row-reader";
import type { WorkspaceAppFilter } from "../schema";

/** Apps of an "only allowed apps" that would end. */
const maxEnding = 100;

/** Conditions and columns of a query on clients. */
function appsOf({ db, actor, now }: Ctx) {
  const grants = scoped(workspaceOf(actor), oauthGrants);
  const isConnected = and(isNull(oauthGrants.revokedAt), gt(oauthGrants.expiresAt, now()));
  const entries = scoped(workspaceOf(actor), allowedApps);
  const listedIds = entries.select(db, { id: allowedApps.clientId }).where(undefined);
  const connectedIds = grants.select(db, { id: oauthGrants.clientId }).where(isConnected);
  const entry = entries
    .select(db, { allowedAt: allowedApps.allowedAt })
    .where(eq(allowedApps.clientId, oauthClients.id));
  const people = grants
    .select(db, { count: sql`count(distinct ${oauthGrants.userId})::int` })
    .where(and(isConnected, eq(oauthGrants.clientId, oauthClients.id)));
  return {
    /** Listed, or connected by a user of the workspace. */
    isOfInterest: and(
      isNull(oauthClients.deletedAt),
      or(sql`${oauthClients.id} in ${listedIds}`, sql`${oauthClients.id} in ${connectedIds}`),
    ),
    isEnding: and(
      isNull(oauthClients.deletedAt),
      sql`${oauthClients.id} in ${connectedIds}`,
      sql`${oauthClients.id} not in ${listedIds}`,
      or(isNull(oauthClients.workspaceId), ne(oauthClients.workspaceId, actor.workspaceId)),
    ),
    allowedAt: readAs(sql<Date | null>`${entry}`, allowedApps.allowedAt),
    peopleCount: sql<number>`${people}`,
  };
}

/** An app that the workspace lists, or that one of its users has connected. */
export type WorkspaceAppRow = typeof oauthClients.$inferSelect & {
  /** Null when it is not listed. */
  allowedAt: Date | null;
  /** Users of the workspace who have it connected. */
  peopleCount: number;
};

/** A page of the workspace's apps, for administrators. @throws ApiError FORBIDDEN */
export async function searchWorkspaceApps(
  ctx: Ctx,
  { sort }: WorkspaceAppFilter,
  start: PageStart,
): Promise<Listed<WorkspaceAppRow>> {
  requireAdmin(ctx);
  const { isOfInterest, allowedAt, peopleCount } = appsOf(ctx);
  const keys = { name: byName(oauthClients.name), people: byNumber(peopleCount) };
  const { sortKey, after, by } = inListOrder(keys, sort, oauthClients.id, start);
  const rows = await ctx.db
    .select({ ...getTableColumns(oauthClients), allowedAt, peopleCount, sortKey })
    .from(oauthClients)
    .where(and(isOfInterest, after))
    .orderBy(...by)
    .limit(start.limit + 1);
  return listed(rows, start, () => ctx.db.select(counted).from(oauthClients).where(isOfInterest));
}

/** The apps that "only allowed apps" would end, by name: the first 100, and the number of the others. @throws ApiError FORBIDDEN */
export async function listEndingApps(ctx: Ctx): Promise<{ items: WorkspaceAppRow[]; moreCount: number }> {
  requireAdmin(ctx);
  const { isEnding, allowedAt, peopleCount } = appsOf(ctx);
  const [items, [all]] = await Promise.all([
    ctx.db
      .select({ ...getTableColumns(oauthClients), allowedAt, peopleCount })
      .from(oauthClients)
      .where(isEnding)
      .orderBy(inNameOrder(oauthClients.name), asc(oauthClients.id))
      .limit(maxEnding),
    ctx.db.select(counted).from(oauthClients).where(isEnding),
  ]);
  return { items, moreCount: (all?.count ?? items.length) - items.length };
}
