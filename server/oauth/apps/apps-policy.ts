import { eq } from "drizzle-orm";
import type { AppsPolicy } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";

/**
 * The workspace's policy on apps.
 * @param lock locks the workspace's row until the open transaction ends: approvals and other changes of the list wait
 */
export async function loadAppsPolicy({ db, actor }: Ctx, lock = false): Promise<AppsPolicy> {
  const query = db
    .select({ policy: workspaces.appsPolicy })
    .from(workspaces)
    .where(eq(workspaces.id, actor.workspaceId));
  const [found] = await (lock ? query.for("no key update") : query);
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  return found.policy;
}
