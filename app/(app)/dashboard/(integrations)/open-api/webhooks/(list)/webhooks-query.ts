import { readChoice, readSearch } from "@/app/_kit/list/list-query";

export const statuses = ["current", "active", "failing", "paused", "revoked"] as const;

/** The query of the list of webhooks in an address. */
export const readWebhooksQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  status: readChoice("status", statuses, address),
});
export type WebhooksQuery = ReturnType<typeof readWebhooksQuery>;
