import { asc, eq } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import type { AuditFilter } from "./schema";

/** Filter options of the log, and the names of the values in its current filter; people and keys have searches of their own. */
export interface AuditChoices {
  actions: { action: string; resourceType: string }[];
  actorName: string | null;
  keyName: string | null;
}

/**
 * The actions of the workspace's log, and the names of the filter's values.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function listAuditChoices(
  ctx: Ctx,
  { actor, key }: Pick<AuditFilter, "actor" | "key">,
): Promise<AuditChoices> {
  requireAdmin(ctx);
  const { db } = ctx;
  const { workspaceId } = ctx.actor;
  const [actions, people, keys] = await Promise.all([
    scoped(workspaceOf({ workspaceId }), auditEvents)
      .selectDistinct(db, { action: auditEvents.action, resourceType: auditEvents.resourceType })
      .orderBy(asc(auditEvents.resourceType), asc(auditEvents.action)),
    actor === undefined
      ? []
      : scoped(workspaceOf({ workspaceId }), users)
          .select(db, { name: users.name })
          .where(eq(users.id, actor)),
    key === undefined
      ? []
      : scoped(workspaceOf({ workspaceId }), apiKeys)
          .select(db, { name: apiKeys.name })
          .where(eq(apiKeys.id, key)),
  ]);
  return { actions, actorName: people[0]?.name ?? null, keyName: keys[0]?.name ?? null };
}
