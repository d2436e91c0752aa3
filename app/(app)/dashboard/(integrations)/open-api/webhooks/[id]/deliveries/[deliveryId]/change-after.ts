import type { DeliveryDetail } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

const [atLeastMs, atMostMs] = [1_000, 60_000];

/**
 * When a delivery may change next, in milliseconds: soon while it is being sent or due, else at its next retry. At most a minute, because
 * the clock of the user's device may be wrong. Null for one that is completed or held.
 */
export function changeAfterMs({
  status,
  nextAttemptAt,
}: Pick<DeliveryDetail, "status" | "nextAttemptAt">): number | null {
  if (status !== "pending") return null;
  const waitMs = nextAttemptAt ? Date.parse(nextAttemptAt) - Date.now() : 0;
  return Math.min(Math.max(waitMs, atLeastMs), atMostMs);
}
