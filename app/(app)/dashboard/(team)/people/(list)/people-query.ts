import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

export const states = ["", "INVITED", "INACTIVE", "ALL"] as const;
export const roles = ["ADMIN", "LOCATION_ADMIN", "APPROVER", "USER"] as const;

/** The filters in the URL. Empty texts leave a filter out. */
export interface Wanted {
  q: string;
  department: string;
  location: string;
  label: string;
  role: (typeof roles)[number] | "";
  state: (typeof states)[number];
}

export type PeopleFilter = Omit<inferRouterInputs<AppRouter>["people"]["page"], "limit" | "after">;

const statesOf = {
  "": ["ACTIVE", "INVITED"],
  INVITED: ["INVITED"],
  INACTIVE: ["INACTIVE"],
  ALL: ["ACTIVE", "INVITED", "INACTIVE"],
} as const satisfies Record<Wanted["state"], PeopleFilter["states"]>;

const idOf = (kind: string, text: string | null) =>
  text !== null && new RegExp(`^${kind}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).test(text) ? text : "";

/** Drops unreadable parameters. */
export const readWanted = (params: URLSearchParams): Wanted => ({
  q: (params.get("q") ?? "").slice(0, 100),
  department: idOf("department", params.get("department")),
  location: idOf("location", params.get("location")),
  label: idOf("label", params.get("label")),
  role: roles.find((role) => role === params.get("role")) ?? "",
  state: states.find((state) => state === params.get("state")) ?? "",
});

export const isFiltered = (wanted: Wanted): boolean => Object.values(wanted).some(Boolean);

/** The same as input of the procedures. */
export const filterOf = ({ q, department, location, label, role, state }: Wanted): PeopleFilter => ({
  ...(q.trim() && { text: q.trim() }),
  ...(department && { departments: [department] }),
  ...(location && { locations: [location] }),
  ...(label && { labels: [label] }),
  ...(role && { role }),
  states: [...statesOf[state]],
});
