import { readOrder, readSearch } from "@/app/_kit/list/list-query";

/** The query of the list of labels in an address. */
export const readLabelsQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  sort: readOrder(["name", "people"], "name", address),
});
export type LabelsQuery = ReturnType<typeof readLabelsQuery>;
