import { and, eq, isNull, sql } from "drizzle-orm";
import { webhooks } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { lockGrant } from "@/server/access/lock-grant";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import type { CheckedCreate } from "./check-create";
import { createWebhook } from "./create";
import { maximumHooks } from "./policy";
import type { WebhookRow } from "./store";

/** Locks the approval, so that each of several concurrent calls counts the earlier ones. @throws ApiError CONFLICT */
async function requireRoom(tx: Ctx, grantId: string): Promise<void> {
  const [found] = await scoped(workspaceOf(tx.actor), webhooks)
    .select(tx.db, { count: sql<number>`count(*)::int` })
    .where(and(eq(webhooks.grantId, grantId), isNull(webhooks.revokedAt)));
  if (found && found.count < maximumHooks) return;
  throw new ApiError("CONFLICT", {
    description: `This connection already has ${maximumHooks} hooks.`,
    resolution: "Delete hooks that are no longer needed.",
  });
}

/**
 * Subscribes an app to an event for the user who connected it: a webhook of that user, which ends with the connection (decision 13.8).
 * @throws ApiError CONFLICT when the connection has reached its maximum, UNAUTHORIZED when it has ended
 */
export function createHook(ctx: Ctx, input: CheckedCreate): Promise<WebhookRow> {
  return inTransaction(ctx, async (tx) => {
    const grant = await lockGrant(tx);
    await requireRoom(tx, grant.grantId);
    const { webhook } = await createWebhook(tx, input, grant);
    return webhook;
  });
}
