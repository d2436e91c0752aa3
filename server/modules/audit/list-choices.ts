import { asc, eq } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import type { AuditFilter } from "./schema";

/** What the log can be filtered by, and what those are called that it is filtered by; people and keys are searched for. */
export interface AuditChoices {
  actions: { action: string; resourceType: string }[];
  actorName: string | null;
  keyName: string | null;
}

/** The actions of the workspace's log, and the names in a filter. @throws ApiError FORBIDDEN for anybody but an administrator */
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
