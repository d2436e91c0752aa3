import { readOrder } from "@/app/_kit/list/list-query";

/** The query of the list of a workspace's apps in an address. */
export const readWorkspaceAppsQuery = (address: URLSearchParams) => ({
  sort: readOrder(["name", "people"], "name", address),
});
export type WorkspaceAppsQuery = ReturnType<typeof readWorkspaceAppsQuery>;
