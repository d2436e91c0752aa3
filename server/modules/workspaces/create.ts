import { departments, locations } from "@/drizzle/schema/directory";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction, systemContext } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { recordAudit } from "@/server/modules/audit/record";
import { createUserByOperator } from "@/server/modules/people/create-by-operator";
import type { UserRow } from "@/server/modules/people/find-users";
import type { WorkspaceSettings } from "./get-settings";
import { operatorIn } from "./operator";
import type { FirstWorkspace, WorkspaceCreate } from "./schema";
import { consumeSetupLink, isSetupLinkGood, lockFirstWorkspace } from "./setup-link";

export interface CreatedWorkspace {
  workspace: Omit<typeof workspaces.$inferSelect, keyof WorkspaceSettings | "appsPolicy">;
  admin: UserRow;
}

/**
 * Makes a workspace with a default location and department, to be renamed, and its first administrator, whom Today leads through
 * "Set up your workspace".
 */
export function createWorkspace(services: Services, input: WorkspaceCreate): Promise<CreatedWorkspace> {
  return inTransaction(systemContext(services), async ({ db, afterCommit }) => {
    await lockFirstWorkspace(db);
    return insertWorkspace({ ...operatorOf(services, input), db, afterCommit }, input);
  });
}

/**
 * Makes the first workspace with the link that `npm start` has printed.
 * @returns null when the link is unknown or over, as all are once there is a workspace
 */
export async function createFirstWorkspace(
  services: Services,
  token: string,
  input: FirstWorkspace,
): Promise<CreatedWorkspace | null> {
  // A guessed link must not buy the work of a password's hash.
  if (!(await isSetupLinkGood(services, token))) return null;
  const workspace = { ...input, plan: "COMPLETE" } as const;
  return inTransaction(systemContext(services), async ({ db, afterCommit }) => {
    await lockFirstWorkspace(db);
    if (!(await consumeSetupLink(db, token, services.clock()))) return null;
    return insertWorkspace({ ...operatorOf(services, workspace), db, afterCommit }, workspace);
  });
}

const operatorOf = (services: Services, { plan }: WorkspaceCreate): Ctx =>
  operatorIn(services, { id: newId(), plan });

async function insertWorkspace(tx: Ctx, input: WorkspaceCreate): Promise<CreatedWorkspace> {
  const id = tx.actor.workspaceId;
  const { name, plan, timezone = "UTC", isSetUp = false } = input;
  const createdAt = tx.now();
  const setUpAt = isSetUp ? createdAt : null;
  const row = { id, name, plan, openApiEnabled: true, createdAt, setUpAt };
  await tx.db.insert(workspaces).values(row);
  await insertDefaults(tx, timezone);
  await recordAudit(tx, {
    action: "workspace.create",
    resourceType: "workspace",
    resourceId: id,
    changes: { name: { to: name }, plan: { to: plan } },
  });
  const admin = await createUserByOperator(tx, {
    ...input.admin,
    role: "ADMIN",
    locations: [],
    departments: [],
  });
  return { workspace: row, admin };
}

/** Everybody belongs to a location and a department, so there is one of each from the first moment. */
async function insertDefaults({ db, actor: { workspaceId }, now }: Ctx, timezone: string): Promise<void> {
  const common = { workspaceId, isDefault: true, createdAt: now() };
  await db.insert(locations).values({ ...common, id: newId(), name: "Main location", timezone });
  await db.insert(departments).values({ ...common, id: newId(), name: "Main department" });
}
