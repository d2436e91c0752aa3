import { eq } from "drizzle-orm";
import { decisionLinks } from "@/drizzle/schema/leave-mails";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { sha256 } from "@/server/kernel/secrets";

const anywhere = everyWorkspace("the secret says whose it is");

const select = (db: Db, token: string) =>
  scoped(anywhere, decisionLinks)
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
    .where(eq(decisionLinks.hash, sha256(token)));

/** A link by its secret, in any state. */
export type FoundLink = Awaited<ReturnType<typeof select>>[number];

/** @returns null for an unknown secret */
export async function findDecisionLink(db: Db, token: string): Promise<FoundLink | null> {
  const [found] = await select(db, token);
  return found ?? null;
}
