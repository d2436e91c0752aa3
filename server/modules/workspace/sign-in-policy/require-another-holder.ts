import { eq } from "drizzle-orm";
import { credentials } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { findPasswordHolders } from "@/server/modules/people/people/find-password-holders";
import { lockPolicy } from "./store";

/** While people sign in through connections only, someone keeps emergency access. @throws ApiError CONFLICT when no one has it */
export async function requireHolder(tx: Ctx): Promise<void> {
  const { workspaceId } = tx.actor;
  const left = await findPasswordHolders(tx.db, workspaceId, eq(credentials.hasEmergencyAccess, true));
  if (left.length > 0) return;
  throw new ApiError("CONFLICT", {
    ...because("emergencyLast"),
    resolution: "Give it to another administrator first, or let people sign in in every way.",
  });
}

/**
 * Refuses to let the last emergency access go with its administrators, who are none any more. The lock of the administrators decides between
 * two who go at once; a shared one of the policy lets people sign in meanwhile, and waits for who changes it.
 * @throws ApiError CONFLICT
 */
export async function requireAnotherHolder(
  tx: Ctx,
  { userIds }: { userIds: readonly string[] },
): Promise<void> {
  const { workspaceId } = tx.actor;
  // Locked, so that it is neither being given to them nor taken from them.
  const theirs = await scoped(workspaceOf({ workspaceId }), credentials)
    .select(tx.db, { hasEmergencyAccess: credentials.hasEmergencyAccess })
    .where(isAnyOf(credentials.userId, userIds))
    .orderBy(credentials.userId)
    .for("share");
  if (!theirs.some(({ hasEmergencyAccess }) => hasEmergencyAccess)) return;
  const { connectionsOnly } = await lockPolicy(tx.db, workspaceId, "share");
  if (connectionsOnly) await requireHolder(tx);
}
