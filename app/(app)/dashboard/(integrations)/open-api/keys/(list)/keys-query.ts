import { readChoice, readOrder, readSearch } from "@/app/_kit/list/list-query";

export const statuses = ["current", "active", "unused", "expiring", "expired", "revoked"] as const;

/** The query of the list of keys in an address. */
export const readKeysQuery = (address: URLSearchParams) => ({
  owner: readChoice("owner", ["mine", "workspace"], address),
  q: readSearch(address),
  status: readChoice("status", statuses, address),
  sort: readOrder(["name", "used", "month", "created"], "-created", address),
});
export type KeysQuery = ReturnType<typeof readKeysQuery>;
