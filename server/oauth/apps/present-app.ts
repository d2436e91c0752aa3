import { clientIdOf, hostOf } from "../clients/client-id";
import type { WorkspaceAppRow } from "./search-workspace-apps";

/** An app on the page of the workspace's apps. */
export interface WorkspaceAppView extends Pick<WorkspaceAppRow, "allowedAt" | "peopleCount"> {
  clientId: string;
  name: string;
  /** The host of its metadata document; null when it was registered. */
  host: string | null;
  isConfidential: boolean;
  /** Made by an administrator of the workspace, and therefore allowed without an entry. */
  isOfWorkspace: boolean;
}

/** @param workspaceId the caller's */
export const workspaceAppView = (row: WorkspaceAppRow, workspaceId: string): WorkspaceAppView => ({
  clientId: clientIdOf(row),
  name: row.name,
  host: hostOf(row),
  isConfidential: row.isConfidential,
  isOfWorkspace: row.workspaceId === workspaceId,
  allowedAt: row.allowedAt,
  peopleCount: row.peopleCount,
});
