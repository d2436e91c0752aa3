import { listed } from "@/app/(web)/dashboard/words";
import type { Role } from "@/server/access/roles";

const theNames = (names: readonly string[]) => (names.length > 0 ? `: ${listed(names)}` : "");

/** What a key of this role sees, to stand after "This key reaches ". */
export function reachWords(role: Role, names: readonly string[]): string {
  switch (role) {
    case "ADMIN":
      return "the whole workspace";
    case "LOCATION_ADMIN":
      return `only locations you manage${theNames(names)}`;
    case "APPROVER":
      return `only departments you approve${theNames(names)}`;
    case "USER":
      return "only yourself";
  }
}

/** The same in few words, for the summary. */
export function shortReach(role: Role, names: readonly string[]): string {
  if (role === "ADMIN" || role === "USER") return reachWords(role, names);
  return names.length > 0 ? listed(names) : reachWords(role, names);
}

/** What a role's keys cannot see although people might expect it. */
export function reachLimit(role: Role): string {
  const shared = "An add-on that lets you see more in the app does not widen it.";
  return role === "APPROVER" ? `Departments, locations and labels cannot be read. ${shared}` : shared;
}
