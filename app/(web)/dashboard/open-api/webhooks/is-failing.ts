import type { WebhookListed } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";

/** Active, and its last delivery did not arrive. */
export const isFailing = ({
  status,
  lastDelivery,
}: Pick<WebhookListed, "status" | "lastDelivery">): boolean =>
  status === "active" && lastDelivery !== null && lastDelivery.error !== null;
