import { eq } from "drizzle-orm";
import type { Plan } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";

/** The operator in one workspace: an administrator's rights, and no user in the audit log. */
export function operatorIn(services: Services, workspace: { id: string; plan: Plan }): Ctx {
  const actor = {
    workspaceId: workspace.id,
    userId: null,
    role: "ADMIN",
    locationIds: [],
    departmentIds: [],
    plan: workspace.plan,
    via: { type: "operator" },
  } as const;
  return ctxFor(services, actor, newRequestId());
}

/** @throws ApiError RESOURCE_NOT_FOUND */
export async function loadOperator(services: Services, workspaceId: string): Promise<Ctx> {
  const [workspace] = await services.db
    .select({ id: workspaces.id, plan: workspaces.plan })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  if (workspace) return operatorIn(services, workspace);
  throw new ApiError("RESOURCE_NOT_FOUND", {
    description: "This workspace doesn't exist.",
    resolution: "Check the ID.",
  });
}
