import type { inferRouterInputs } from "@trpc/server";
import { readChoice, readId, readSearch } from "@/app/_kit/list/list-query";
import type { AppRouter } from "@/server/api/trpc";

export const states = ["", "NOT_INVITED", "INVITED", "INACTIVE", "ALL"] as const;
export const roles = ["ADMIN", "LOCATION_ADMIN", "APPROVER", "USER"] as const;

export type PeopleFilter = Omit<inferRouterInputs<AppRouter>["people"]["page"], "limit" | "cursor">;

const statesOf = {
  "": ["ACTIVE", "INVITED", "NOT_INVITED"],
  NOT_INVITED: ["NOT_INVITED"],
  INVITED: ["INVITED"],
  INACTIVE: ["INACTIVE"],
  ALL: ["ACTIVE", "INVITED", "NOT_INVITED", "INACTIVE"],
} as const satisfies Record<(typeof states)[number], PeopleFilter["states"]>;

/** The query of the list of people in an address. An empty role is any. */
export const readPeopleQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  department: readId("department", "department", address),
  location: readId("location", "location", address),
  label: readId("label", "label", address),
  role: readChoice("role", ["", ...roles], address),
  state: readChoice("state", states, address),
});
export type PeopleQuery = ReturnType<typeof readPeopleQuery>;

/** The same as input of the procedures. */
export const filterOf = ({ q, department, location, label, role, state }: PeopleQuery): PeopleFilter => ({
  ...(q.trim() && { text: q.trim() }),
  ...(department && { departments: [department] }),
  ...(location && { locations: [location] }),
  ...(label && { labels: [label] }),
  ...(role && { role }),
  states: [...statesOf[state]],
});
