import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { plus, second } from "@/server/kernel/time/clock";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { CreatedWebhook } from "./create";
import type { SecretRotation } from "./schema";
import { newSecret } from "./secret";
import { changeWebhook, lockWebhook, viewOf, type WebhookRow } from "./store";

/**
 * Issues a new signing secret. With an overlap, the old one also signs until the overlap ends; without one, every old secret ends now.
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when it is revoked, or when an overlap is requested during another
 */
export function rotateSecret(
  ctx: Ctx,
  id: string,
  { overlapSeconds }: SecretRotation,
): Promise<CreatedWebhook> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (overlapSeconds > 0) requireNoOverlap(webhook, tx.now());
    const { plain, ...sealed } = newSecret(tx.services, id);
    const previousSecretUntil = overlapSeconds > 0 ? plus(tx.now(), overlapSeconds * second) : null;
    const rotated = await changeWebhook(tx, webhook, {
      ...sealed,
      secretMadeAt: tx.now(),
      previousSecret: previousSecretUntil && webhook.secret,
      previousSecretUntil,
    });
    await recordAudit(tx, {
      action: "webhook.rotate_secret",
      resourceType: "webhook",
      resourceId: id,
      changes: { secretPrefix: { from: webhook.secretPrefix, to: sealed.secretPrefix } },
    });
    return { ...(await viewOf(tx, rotated)), secret: plain };
  });
}

function requireNoOverlap({ previousSecretUntil }: WebhookRow, now: Date): void {
  if (!previousSecretUntil || previousSecretUntil <= now) return;
  throw new ApiError("CONFLICT", {
    ...because("secretOverlap", { until: previousSecretUntil.toISOString() }),
    resolution: "Wait until then, or send overlapSeconds 0 to end the previous secret now.",
  });
}
