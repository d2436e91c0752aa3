import { and, eq } from "drizzle-orm";
import { webhooks } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { grantOf } from "@/server/access/lock-grant";
import { workspaceOf } from "@/server/access/reach";
import { ApiError } from "@/server/kernel/errors";
import { endWebhooks } from "./end-hooks";

/**
 * Ends a hook. Only the connection that made it can: hooks of other connections do not exist for an app, even those of the same user.
 * @throws ApiError WEBHOOK_NOT_FOUND, also when it has ended already
 */
export function deleteHook(ctx: Ctx, id: string): Promise<void> {
  const { grantId, clientId } = grantOf(ctx);
  return inTransaction(ctx, async (tx) => {
    const { actor, requestId } = tx;
    const own = and(eq(webhooks.id, id), eq(webhooks.grantId, grantId));
    const doing = { now: tx.now(), actingUserId: actor.userId, requestId, grantId, clientId };
    const ended = await endWebhooks(tx.db, workspaceOf(actor), own, { ...doing, reason: "deleted" });
    if (ended === 0) throw new ApiError("WEBHOOK_NOT_FOUND");
  });
}
