import { departments, locations } from "@/drizzle/schema/directory";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { recordAudit } from "@/server/modules/audit/record";
import { createUserByOperator } from "@/server/modules/people/create-by-operator";
import type { UserRow } from "@/server/modules/people/find-users";
import type { WorkspaceSettings } from "./get-settings";
import { operatorIn } from "./operator";
import type { WorkspaceCreate } from "./schema";

export interface CreatedWorkspace {
  workspace: Omit<typeof workspaces.$inferSelect, keyof WorkspaceSettings | "appsPolicy">;
  admin: UserRow;
}

/** Makes a workspace with a default location and department, to be renamed, and its first administrator. */
export function createWorkspace(services: Services, input: WorkspaceCreate): Promise<CreatedWorkspace> {
  const operator = operatorIn(services, { id: newId(), plan: input.plan });
  return inTransaction(operator, async (tx) => {
    const id = tx.actor.workspaceId;
    const row = { id, name: input.name, plan: input.plan, openApiEnabled: true, createdAt: tx.now() };
    await tx.db.insert(workspaces).values(row);
    await insertDefaults(tx);
    await recordAudit(tx, {
      action: "workspace.create",
      resourceType: "workspace",
      resourceId: id,
      changes: { name: { to: input.name }, plan: { to: input.plan } },
    });
    const admin = await createUserByOperator(tx, {
      ...input.admin,
      role: "ADMIN",
      locations: [],
      departments: [],
    });
    return { workspace: row, admin };
  });
}

/** Everybody belongs to a location and a department, so there is one of each from the first moment. */
async function insertDefaults({ db, actor: { workspaceId }, now }: Ctx): Promise<void> {
  const common = { workspaceId, isDefault: true, createdAt: now() };
  await db.insert(locations).values({ ...common, id: newId(), name: "Main location", timezone: "UTC" });
  await db.insert(departments).values({ ...common, id: newId(), name: "Main department" });
}
