import { readOrder, readSearch } from "@/app/_kit/list/list-query";

/** The query of the list of locations in an address. */
export const readLocationsQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  sort: readOrder(["name", "people"], "name", address),
});
export type LocationsQuery = ReturnType<typeof readLocationsQuery>;
