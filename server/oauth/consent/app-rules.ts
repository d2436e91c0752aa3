import { eq } from "drizzle-orm";
import { allowedApps } from "@/drizzle/schema/oauth";
import type { AppsPolicy, Visibility } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import type { Client } from "../clients/find-client";
import { isWriteScope } from "../scopes";

/** The decisions of a workspace's administrators on apps, and on what users see, which is what their apps see. */
export interface AppRules {
  aiAppsMayChangeLeave: boolean;
  appsPolicy: AppsPolicy;
  visibility: Visibility;
}

export const ruleFields = {
  aiAppsMayChangeLeave: workspaces.aiAppsMayChangeLeave,
  appsPolicy: workspaces.appsPolicy,
  visibility: workspaces.visibility,
};

/**
 * Whether users of a workspace may connect a client (decision 13.9). Clients made by its administrators need no entry.
 * @param rules read before, so that the query sees an entry that was committed during a wait for the lock
 */
export async function mayConnect(
  db: Db,
  workspaceId: string,
  client: Pick<Client, "id" | "workspaceId">,
  { appsPolicy }: AppRules,
): Promise<boolean> {
  if (appsPolicy === "ANY" || client.workspaceId === workspaceId) return true;
  const [entry] = await scoped(workspaceOf({ workspaceId }), allowedApps)
    .select(db, { clientId: allowedApps.clientId })
    .where(eq(allowedApps.clientId, client.id));
  return entry !== undefined;
}

/** The requested scopes that a user of the workspace may grant (decision 13.4). */
export const grantable = (scopes: readonly string[], { aiAppsMayChangeLeave }: AppRules): string[] =>
  scopes.filter((scope) => aiAppsMayChangeLeave || !isWriteScope(scope));

export async function loadAppRules(db: Db, workspaceId: string): Promise<AppRules> {
  const [rules] = await db.select(ruleFields).from(workspaces).where(eq(workspaces.id, workspaceId));
  if (!rules) throw new Error("A signed-in person's workspace does not exist.");
  return rules;
}
