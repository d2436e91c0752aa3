import type { WebhookListed } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";

/** Active, with a failed last delivery. */
export const isFailing = ({
  status,
  lastDelivery,
}: Pick<WebhookListed, "status" | "lastDelivery">): boolean =>
  status === "active" && lastDelivery !== null && lastDelivery.error !== null;
