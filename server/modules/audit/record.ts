import { auditEvents } from "@/drizzle/schema/audit";
import type { Ctx } from "@/server/access/ctx";
import { insertInto } from "@/server/kernel/db";
import { newId } from "@/server/kernel/ids";

/** One line of the audit log. */
export interface AuditLine {
  /** Resource and verb: `api_key.create`, `leave.approve`. */
  action: string;
  resourceType: string;
  resourceId: string | null;
  /** Field by field, without secrets. */
  changes?: Record<string, { from?: unknown; to?: unknown }>;
}

const insert = insertInto(auditEvents);

/**
 * Writes who did what, in the transaction of the change itself: they commit together or not at all. `ctx.db` must be that
 * transaction.
 */
export async function recordAudit(ctx: Ctx, line: AuditLine): Promise<void> {
  const { actor } = ctx;
  const keyed = actor.via.type === "apiKey" || actor.via.type === "legacyKey" ? actor.via : null;
  await insert(ctx.db, {
    workspaceId: actor.workspaceId,
    id: newId(),
    at: ctx.now(),
    action: line.action,
    resourceType: line.resourceType,
    resourceId: line.resourceId,
    actingUserId: actor.userId,
    ownerId: ctx.keyOwner?.id ?? null,
    keyId: keyed?.keyId ?? null,
    requestId: ctx.requestId,
    changes: line.changes ?? null,
  });
}
