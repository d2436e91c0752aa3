import { readChoice, readOrder, readSearch } from "@/app/_kit/list/list-query";
import { approverFilters } from "@/drizzle/schema/values";

/** The query of the list of departments in an address. */
export const readDepartmentsQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  approvers: readChoice("approvers", approverFilters, address),
});
export type DepartmentsQuery = ReturnType<typeof readDepartmentsQuery>;

/** The query of the list of labels in an address. */
export const readLabelsQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  sort: readOrder(["name", "people"], "name", address),
});
export type LabelsQuery = ReturnType<typeof readLabelsQuery>;

/** The query of the list of locations in an address. */
export const readLocationsQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  sort: readOrder(["name", "people"], "name", address),
});
export type LocationsQuery = ReturnType<typeof readLocationsQuery>;

export const standInTimes = ["all", "ACTIVE", "UPCOMING", "ENDED"] as const;

/** The query of the list of stand-ins in an address. */
export const readStandInsQuery = (address: URLSearchParams) => ({
  time: readChoice("time", standInTimes, address),
});
export type StandInsQuery = ReturnType<typeof readStandInsQuery>;

/** The query of the list of a workspace's apps in an address. */
export const readWorkspaceAppsQuery = (address: URLSearchParams) => ({
  sort: readOrder(["name", "people"], "name", address),
});
export type WorkspaceAppsQuery = ReturnType<typeof readWorkspaceAppsQuery>;
