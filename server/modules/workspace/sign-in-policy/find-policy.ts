import { and, eq } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { sessions } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import {
  findPasswordHolders,
  type PasswordHolder,
} from "@/server/modules/people/people/find-password-holders";
import { hasEmergencyAccess } from "./require-open-sign-in";
import { readPolicy } from "./store";

/** Whether people of the workspace sign in through its connections only. */
export async function findPolicy(db: Db, workspaceId: string): Promise<{ connectionsOnly: boolean }> {
  const { connectionsOnly } = await readPolicy(db, workspaceId);
  return { connectionsOnly };
}

/** Whether the person may sign in with a password: everyone, or under "connections only" those with emergency access. */
export async function canUsePassword(
  db: Db,
  person: { workspaceId: string; userId: string },
): Promise<boolean> {
  const { connectionsOnly } = await findPolicy(db, person.workspaceId);
  return !connectionsOnly || hasEmergencyAccess(db, person);
}

/** The policy, and what switching it on needs. */
export interface PolicyDetails {
  connectionsOnly: boolean;
  /** Whether the caller's session was begun through a connection that is active. */
  isByConnection: boolean;
  /** The administrators with a password. */
  holders: PasswordHolder[];
}

async function isByConnection({ db, actor }: Ctx): Promise<boolean> {
  if (actor.via.type !== "session") return false;
  const [own] = await scoped(workspaceOf(actor), sessions)
    .select(db, { id: sessions.id })
    .innerJoin(connections, eq(connections.id, sessions.connectionId))
    .where(and(eq(sessions.id, actor.via.sessionId), eq(connections.state, "ACTIVE")));
  return own !== undefined;
}

/** For the page. @throws ApiError FORBIDDEN unless the caller is an administrator */
export async function findPolicyDetails(ctx: Ctx): Promise<PolicyDetails> {
  requireAdmin(ctx);
  const { workspaceId } = ctx.actor;
  return {
    ...(await findPolicy(ctx.db, workspaceId)),
    isByConnection: await isByConnection(ctx),
    holders: await findPasswordHolders(ctx.db, workspaceId),
  };
}
