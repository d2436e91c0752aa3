import type { WorkspaceAppView } from "@/server/oauth/apps/list-workspace-apps";

/** `shown` is its name as people may read it. */
export type WorkspaceApp = WorkspaceAppView & { shown: string };
export type WorkspaceApps = readonly WorkspaceApp[];

/** Whether people may connect it when only allowed apps count. */
export const isAllowed = ({ allowedAt, isOfWorkspace }: WorkspaceApp): boolean =>
  isOfWorkspace || allowedAt !== null;
