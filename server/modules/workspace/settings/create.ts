import { departments, locations } from "@/drizzle/schema/directory";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction, systemContext } from "@/server/access/ctx";
import type { Db } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { createUserByOperator } from "@/server/modules/people/people/create-by-operator";
import type { UserRow } from "@/server/modules/people/people/find-users";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { FactorPolicy } from "@/server/modules/workspace/sign-in-policy/policy";
import { type Words, wordsOf } from "@/server/words/words";
import type { WorkspaceSettings } from "./get-settings";
import { operatorIn } from "./operator";
import type { FirstWorkspace, WorkspaceCreate } from "./schema";
import { consumeSetupLink, isSetupLinkGood, lockFirstWorkspace } from "./setup-link";

type Policies = "appsPolicy" | "connectionsOnly";

export interface CreatedWorkspace {
  workspace: Omit<typeof workspaces.$inferSelect, keyof WorkspaceSettings | keyof FactorPolicy | Policies>;
  admin: UserRow;
}

/**
 * Creates a workspace with a default location and department, to be renamed, and its first administrator, whose page Today shows "Set up
 * your workspace".
 */
export function createWorkspace(services: Services, input: WorkspaceCreate): Promise<CreatedWorkspace> {
  return inTransaction(systemContext(services), async ({ db, afterCommit }) => {
    await lockFirstWorkspace(db);
    return insertWorkspace({ ...operatorOf(services, input), db, afterCommit }, input);
  });
}

/**
 * Creates the first workspace with the link printed by `npm start`.
 * @returns null when the link is unknown or expired; every link expires with the first workspace
 */
export async function createFirstWorkspace(
  services: Services,
  token: string,
  input: FirstWorkspace,
): Promise<CreatedWorkspace | null> {
  // A guessed link must not trigger the costly hash of a password.
  if (!(await isSetupLinkGood(services, token))) return null;
  const workspace = { ...input, plan: "COMPLETE" } as const;
  return inTransaction(systemContext(services), async ({ db, afterCommit }) => {
    await lockFirstWorkspace(db);
    if (!(await consumeSetupLink(db, token, services.clock()))) return null;
    const made = await insertWorkspace(
      { ...operatorOf(services, workspace), db, afterCommit },
      workspace,
      input.language,
    );
    if (input.language) await writeIn(db, made, input.language, services.clock());
    return made;
  });
}

/** The language of the administrator's mails, until they choose another. */
async function writeIn(
  tx: Db,
  { workspace, admin }: CreatedWorkspace,
  language: NotificationLocale,
  updatedAt: Date,
): Promise<void> {
  await tx
    .insert(mailPreferences)
    .values({ workspaceId: workspace.id, userId: admin.id, language, updatedAt });
}

const operatorOf = (services: Services, { plan }: WorkspaceCreate): Ctx =>
  operatorIn(services, { id: newId(), plan });

async function insertWorkspace(
  tx: Ctx,
  input: WorkspaceCreate,
  language: NotificationLocale = "en",
): Promise<CreatedWorkspace> {
  const id = tx.actor.workspaceId;
  const { name, plan, timezone = "UTC", isSetUp = false } = input;
  const createdAt = tx.now();
  const setUpAt = isSetUp ? createdAt : null;
  const row = { id, name, plan, openApiEnabled: true, createdAt, setUpAt };
  await tx.db.insert(workspaces).values(row);
  await insertDefaults(tx, timezone, wordsOf(language));
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

/** Every person belongs to a location and a department, so a new workspace has one of each. */
async function insertDefaults(
  { db, actor: { workspaceId }, now }: Ctx,
  timezone: string,
  { say }: Words,
): Promise<void> {
  const common = { workspaceId, isDefault: true, createdAt: now() };
  await db.insert(locations).values({ ...common, id: newId(), name: say("workspace.location"), timezone });
  await db.insert(departments).values({ ...common, id: newId(), name: say("workspace.department") });
}
