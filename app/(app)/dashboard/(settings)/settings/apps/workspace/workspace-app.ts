import { appName } from "@/app/(account)/_oauth/app-name";
import type { WorkspaceAppView } from "@/server/oauth/apps/present-app";

/** `shown` is the display name. */
export type WorkspaceApp = WorkspaceAppView & { shown: string };

/** @param nameless the fallback for a name of which nothing is left */
export const namedApps = (apps: readonly WorkspaceAppView[], nameless: string): WorkspaceApp[] =>
  apps.map((app) => ({ ...app, shown: appName(app.name, nameless).shown }));
