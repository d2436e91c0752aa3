import { readChoice, readSearch } from "@/app/_kit/list/list-query";

export const kinds = ["all", "daily", "weekly", "birthday"] as const;
export const states = ["all", "enabled", "paused"] as const;

/** The query of the list of notifications in an address. */
export const readNotificationsQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  kind: readChoice("kind", kinds, address),
  state: readChoice("state", states, address),
});
export type NotificationsQuery = ReturnType<typeof readNotificationsQuery>;
