import { eq } from "drizzle-orm";
import { decisionLinks } from "@/drizzle/schema/leave-mails";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { workspaceOfSecret } from "@/server/access/workspace-of-secret";
import type { Db } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { presentedSecret } from "@/server/kernel/workspace-secret";

const select = (db: Db, workspaceId: string, hash: Buffer) =>
  scoped(workspaceOf({ workspaceId }), decisionLinks)
    .select(db, {
      link: decisionLinks,
      approver: { name: users.name, status: users.status },
      workspace: {
        name: workspaces.name,
        plan: workspaces.plan,
        needsSignIn: workspaces.mailDecisionNeedsSignIn,
      },
    })
    .innerJoin(users, eq(users.id, decisionLinks.userId))
    .innerJoin(workspaces, eq(workspaces.id, decisionLinks.workspaceId))
    .where(eq(decisionLinks.hash, hash));

/** A link by its secret, in any state. */
export type FoundLink = Awaited<ReturnType<typeof select>>[number];

/** @returns null for an unknown secret */
export async function findDecisionLink(services: Services, token: string): Promise<FoundLink | null> {
  const presented = presentedSecret(token);
  const workspaceId = await workspaceOfSecret(services, "decisionLink", presented);
  if (workspaceId === null) return null;
  const [found] = await select(services.db, workspaceId, presented.hash);
  return found ?? null;
}
