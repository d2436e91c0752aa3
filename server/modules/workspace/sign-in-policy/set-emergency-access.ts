import { and, eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials, sessions } from "@/drizzle/schema/signin";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { findPasswordHolders } from "@/server/modules/people/people/find-password-holders";
import { endSessions } from "@/server/modules/people/sessions/end";
import { recordAudit, recordAudits } from "@/server/modules/workspace/audit/record";
import { requireHolder } from "./require-another-holder";
import { lockPolicy } from "./store";

/** The guarded UPDATE decides between calls at once. @returns false when it was so already, or they have no password */
async function write(tx: Ctx, userId: string, hasEmergencyAccess: boolean): Promise<boolean> {
  const changed = await scoped(workspaceOf(tx.actor), credentials)
    .update(tx.db)
    .set({ hasEmergencyAccess })
    .where(and(eq(credentials.userId, userId), eq(credentials.hasEmergencyAccess, !hasEmergencyAccess)))
    .returning({ userId: credentials.userId });
  if (changed.length === 0) return false;
  await recordAudit(tx, {
    action: "user.update",
    resourceType: "user",
    resourceId: userId,
    changes: { hasEmergencyAccess: { from: !hasEmergencyAccess, to: hasEmergencyAccess } },
  });
  return true;
}

async function give(tx: Ctx, userId: string): Promise<void> {
  const [holder] = await findPasswordHolders(tx.db, tx.actor.workspaceId, eq(users.id, userId));
  if (!holder)
    throw new ApiError("CONFLICT", {
      ...because("emergencyPassword"),
      resolution: "They choose a password first.",
    });
  await write(tx, userId, true);
}

/** Ends what their password has opened, too. The lock of the policy decides between two who are the last ones. */
async function end(tx: Ctx, userId: string): Promise<void> {
  const { workspaceId } = tx.actor;
  if (!(await write(tx, userId, false))) return;
  const { connectionsOnly } = await lockPolicy(tx.db, workspaceId, "no key update");
  if (!connectionsOnly) return;
  await requireHolder(tx);
  const which = and(eq(sessions.userId, userId), sql`${sessions.method} is distinct from 'CONNECTION'`);
  const ended = await endSessions(tx.db, {
    ...{ workspaceId, which, at: tx.now(), reason: "EMERGENCY_ACCESS_ENDED" },
  });
  await recordAudits(tx, ended);
}

/**
 * Lets an administrator keep their password while people sign in through connections only (decision 2.15), or no longer.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, CONFLICT when the person has no password or is no active administrator,
 * or is the last one with emergency access while it is needed
 */
export async function setEmergencyAccess(ctx: Ctx, userId: string, has: boolean): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  return inTransaction(ctx, (tx) => (has ? give(tx, userId) : end(tx, userId)));
}
