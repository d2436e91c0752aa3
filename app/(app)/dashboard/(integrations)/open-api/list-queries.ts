import { readChoice, readOrder, readSearch } from "@/app/_kit/list/list-query";
import { reportTypes } from "@/drizzle/schema/values";

/** The choices of the lists, by their place in the address: the first is the default. */
export const choices = {
  keyStatus: ["current", "active", "unused", "expiring", "expired", "revoked"],
  webhookStatus: ["current", "active", "failing", "paused", "revoked"],
  notificationKind: ["all", "daily", "weekly", "birthday"],
  reportType: ["all", ...reportTypes],
  state: ["all", "enabled", "paused"],
} as const;

/** The query of the list of keys in an address. */
export const readKeysQuery = (address: URLSearchParams) => ({
  owner: readChoice("owner", ["mine", "workspace"], address),
  q: readSearch(address),
  status: readChoice("status", choices.keyStatus, address),
  sort: readOrder(["name", "used", "month", "created"], "-created", address),
});
export type KeysQuery = ReturnType<typeof readKeysQuery>;

/** The query of the list of webhooks in an address. */
export const readWebhooksQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  status: readChoice("status", choices.webhookStatus, address),
});
export type WebhooksQuery = ReturnType<typeof readWebhooksQuery>;

/** The query of the list of notifications in an address. */
export const readNotificationsQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  kind: readChoice("kind", choices.notificationKind, address),
  state: readChoice("state", choices.state, address),
});
export type NotificationsQuery = ReturnType<typeof readNotificationsQuery>;

/** The query of the list of reports in an address. */
export const readReportsQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  type: readChoice("type", choices.reportType, address),
  state: readChoice("state", choices.state, address),
});
export type ReportsQuery = ReturnType<typeof readReportsQuery>;
