import { and, isNull, lte, type SQL } from "drizzle-orm";
import type { WebhookRevocationReason } from "@/drizzle/schema/values";
import { webhooks } from "@/drizzle/schema/webhooks";
import { inWorkspacesWith } from "@/server/access/batches";
import type { Whole } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";
import { type AuditSource, recordAuditLines } from "@/server/modules/workspace/audit/record";

/** When hooks end, and the source of the audit line. */
type Ending = { now: Date } & Partial<Omit<AuditSource, "workspaceId" | "at">>;

/** Ends the matching webhooks that are not revoked yet, with an audit line for each; in the open transaction. @returns how many */
export async function endWebhooks(
  db: Db,
  scope: Whole,
  which: SQL | undefined,
  { reason, now, actingUserId = null, ...doing }: Ending & { reason: WebhookRevocationReason },
): Promise<number> {
  const ended = await scoped(scope, webhooks)
    .update(db)
    .set({
      status: "revoked",
      revocationReason: reason,
      revokedAt: now,
      pausedReason: null,
      pausedAt: null,
      updatedAt: now,
    })
    .where(and(which, isNull(webhooks.revokedAt)))
    .returning({ workspaceId: webhooks.workspaceId, id: webhooks.id });
  const changes = { revocationReason: { to: reason } };
  for (const { workspaceId, id } of ended)
    await recordAuditLines(db, { workspaceId, at: now, actingUserId, ...doing }, [
      { action: "webhook.revoke", resourceType: "webhook", resourceId: id, changes },
    ]);
  return ended.length;
}

/** Ends the hooks of ending approvals in the same transaction, so that nothing is sent to them any more (decision 13.8). */
export const endHooks = (
  db: Db,
  scope: Whole,
  grantIds: readonly string[],
  ending: Ending,
): Promise<number> =>
  endWebhooks(db, scope, isAnyOf(webhooks.grantId, grantIds), { ...ending, reason: "app_disconnected" });

/** Ends the hooks whose approval has expired. @returns how many */
export function endExpiredHooks(services: Services): Promise<number> {
  const now = services.clock();
  const isOver = lte(webhooks.endsAt, now);
  return inWorkspacesWith(services, webhooks, and(isOver, isNull(webhooks.revokedAt)), (scope) =>
    services.db.transaction((tx) => endWebhooks(tx, scope, isOver, { now, reason: "app_disconnected" })),
  );
}
