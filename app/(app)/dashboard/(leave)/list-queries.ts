import { readChoice, readOrder } from "@/app/_kit/list/list-query";

export const whens = ["all", "coming", "waiting", "past"] as const;
export const states = ["all", "OPEN", "APPROVED", "DENIED", "CANCELLED", "EXPIRED"] as const;

/** The years and the names of the leave types that a person's leave has. */
export type LeaveChoices = { years: readonly string[]; types: readonly string[] };

/** The query of the list of one's own leave in an address. */
export const readLeavesQuery = (address: URLSearchParams, { years, types }: LeaveChoices) => ({
  when: readChoice("when", whens, address),
  year: readChoice("year", ["all", ...years], address),
  type: readChoice("type", ["all", ...types], address),
  state: readChoice("state", states, address),
  sort: readOrder(["dates"], undefined, address),
});
export type LeavesQuery = ReturnType<typeof readLeavesQuery>;
