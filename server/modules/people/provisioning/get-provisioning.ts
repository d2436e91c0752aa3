import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { emailDomains } from "@/drizzle/schema/connections";
import { users } from "@/drizzle/schema/people";
import { provisionedPeople, type provisioningTokens } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { getConnection } from "@/server/modules/workspace/connections/list";
import { listProvisioningTokens } from "./list-tokens";

/** How a connection's directory provisions. */
export interface Provisioning {
  tokens: (typeof provisioningTokens.$inferSelect)[];
  /** People whom it provisions, active or not. */
  peopleCount: number;
  /** People in verified domains whom no directory provisions. */
  linkableCount: number;
}

/** People in the workspace's verified domains whom no directory provisions: a condition on `users`. */
export const isLinkable = (ctx: Ctx) => {
  const workspace = workspaceOf(ctx.actor);
  return and(
    ne(users.status, "DELETED"),
    sql`not exists (select from ${provisionedPeople} where ${and(
      scoped(workspace, provisionedPeople).within,
      eq(provisionedPeople.userId, users.id),
    )})`,
    sql`exists (select from ${emailDomains} where ${and(
      scoped(workspace, emailDomains).within,
      sql`${emailDomains.verifiedAt} is not null`,
      sql`${emailDomains.name} = lower(split_part(${users.email}, '@', 2))`,
    )})`,
  );
};

/** @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND */
export async function getProvisioning(ctx: Ctx, connectionId: string): Promise<Provisioning> {
  requireAdmin(ctx);
  await getConnection(ctx, connectionId);
  const workspace = workspaceOf(ctx.actor);
  const count = { count: sql<number>`count(*)::int` };
  const tokens = await listProvisioningTokens(ctx, connectionId);
  const [people] = await scoped(workspace, provisionedPeople)
    .select(ctx.db, count)
    .where(and(eq(provisionedPeople.connectionId, connectionId), isNull(provisionedPeople.removedAt)));
  const [linkable] = await scoped(workspace, users).select(ctx.db, count).where(isLinkable(ctx));
  return { tokens, peopleCount: people?.count ?? 0, linkableCount: linkable?.count ?? 0 };
}
