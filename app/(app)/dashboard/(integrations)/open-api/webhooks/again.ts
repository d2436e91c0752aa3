import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

type Standing = Pick<DeliveryView, "status" | "nextAttemptAt">;

/**
 * How a delivery can be sent again: one that waits for its retry by an early retry, a completed one as a copy. Null while it is being sent.
 */
export function againOf({ status, nextAttemptAt }: Standing): "retry" | "redeliver" | null {
  if (status === "pending") return nextAttemptAt === null ? null : "retry";
  return status === "held" ? null : "redeliver";
}

/** The end of an id, enough to distinguish it. */
export const shortId = (id: string): string => `…${id.slice(-6)}`;
