import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";

/** What the log can be filtered by: only what stands in it. Ids are bare. */
export interface AuditChoices {
  people: { id: string; name: string }[];
  keys: { id: string; name: string }[];
  actions: { action: string; resourceType: string }[];
}

const seen = (ctx: Ctx, column: AnyPgColumn, action?: string) =>
  ctx.db
    .selectDistinct({ id: column })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.workspaceId, ctx.actor.workspaceId),
        isNotNull(column),
        action ? eq(auditEvents.action, action) : undefined,
      ),
    );

/** The people, keys and actions of the workspace's log. @throws ApiError FORBIDDEN for anybody but an administrator */
export async function listAuditChoices(ctx: Ctx): Promise<AuditChoices> {
  requireAdmin(ctx);
  const { workspaceId } = ctx.actor;
  const [people, keys, actions] = await Promise.all([
    ctx.db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(
        and(
          eq(users.workspaceId, workspaceId),
          or(
            inArray(users.id, seen(ctx, auditEvents.actingUserId)),
            inArray(users.id, seen(ctx, auditEvents.ownerId)),
            inArray(sql`${users.id}::text`, seen(ctx, auditEvents.resourceId, "session.refuse")),
          ),
        ),
      )
      .orderBy(asc(users.name), asc(users.id)),
    ctx.db
      .select({ id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .where(and(eq(apiKeys.workspaceId, workspaceId), inArray(apiKeys.id, seen(ctx, auditEvents.keyId))))
      .orderBy(asc(apiKeys.name), asc(apiKeys.id)),
    ctx.db
      .selectDistinct({ action: auditEvents.action, resourceType: auditEvents.resourceType })
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, workspaceId))
      .orderBy(asc(auditEvents.resourceType), asc(auditEvents.action)),
  ]);
  return { people, keys, actions };
}
