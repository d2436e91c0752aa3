import type { DeliveryDetail } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";

const [atLeastMs, atMostMs] = [1_000, 60_000];

/**
 * After how many milliseconds a delivery may look different: soon while it is sent or its turn has come, then when it is tried again.
 * At most a minute, because the clock of the person's device may be wrong. Null for one that is over or held.
 */
export function changeAfterMs({
  status,
  nextAttemptAt,
}: Pick<DeliveryDetail, "status" | "nextAttemptAt">): number | null {
  if (status !== "pending") return null;
  const waitMs = nextAttemptAt ? Date.parse(nextAttemptAt) - Date.now() : 0;
  return Math.min(Math.max(waitMs, atLeastMs), atMostMs);
}
