import { readChoice, readSearch } from "@/app/_kit/list/list-query";
import { reportTypes } from "@/drizzle/schema/values";

export const types = ["all", ...reportTypes] as const;
export const states = ["all", "enabled", "paused"] as const;

/** The query of the list of reports in an address. */
export const readReportsQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  type: readChoice("type", types, address),
  state: readChoice("state", states, address),
});
export type ReportsQuery = ReturnType<typeof readReportsQuery>;
