import type { WebhookListed } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

/** Active, with a failed last delivery. */
export const isFailing = ({
  status,
  lastDelivery,
}: Pick<WebhookListed, "status" | "lastDelivery">): boolean =>
  status === "active" && lastDelivery !== null && lastDelivery.error !== null;
