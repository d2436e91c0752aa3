import type { WorkspaceAppView } from "@/server/oauth/apps/list-workspace-apps";

/** `shown` is the display name. */
export type WorkspaceApp = WorkspaceAppView & { shown: string };
export type WorkspaceApps = readonly WorkspaceApp[];

/** Whether people may connect it under "only allowed apps". */
export const isAllowed = ({ allowedAt, isOfWorkspace }: WorkspaceApp): boolean =>
  isOfWorkspace || allowedAt !== null;
