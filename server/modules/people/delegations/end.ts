import { and, eq, isNull, or, type SQL } from "drizzle-orm";
import { delegations } from "@/drizzle/schema/delegations";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { mayNameFor } from "./policy";
import { type DelegationRow, findDelegation } from "./store";

/**
 * Ends an upcoming or active delegation at once. Takes no lock against a concurrent decision: whichever commits first stands.
 * @throws ApiError RESOURCE_NOT_FOUND when there is none that the caller may see, FORBIDDEN for the stand-in, CONFLICT when it is over
 */
export function endDelegation(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const found = await findDelegation(tx, id);
    await requireRightTo(tx, found);
    const ended = found?.status === "ENDED" ? 0 : await endWhere(tx, eq(delegations.id, id));
    if (ended === 0) throw new ApiError("CONFLICT", because("standInOver"));
  });
}

async function requireRightTo(tx: Ctx, found: DelegationRow | undefined): Promise<void> {
  const approver = found && (await readEmployee(tx, found.userId));
  if (approver && mayNameFor(tx, approver)) return;
  const isNamed =
    found?.standInId === tx.actor.userId && (!tx.keyOwner || tx.keyOwner.id === found.standInId);
  if (!isNamed) throw new ApiError("RESOURCE_NOT_FOUND");
  throw new ApiError("FORBIDDEN", because("standInManagers"));
}

/** Ends the delegations of a user who can no longer sign in, in the open transaction. */
export async function endDelegationsOf(tx: Ctx, userId: string): Promise<void> {
  await endWhere(tx, or(eq(delegations.userId, userId), eq(delegations.standInId, userId)));
}

/** The guarded UPDATE decides between concurrent calls. @returns how many */
async function endWhere(tx: Ctx, which: SQL | undefined): Promise<number> {
  const endedAt = tx.now();
  const ended = await scoped(workspaceOf(tx.actor), delegations)
    .update(tx.db)
    .set({ endedAt, updatedAt: endedAt })
    .where(and(which, isNull(delegations.endedAt)))
    .returning({ id: delegations.id });
  for (const { id } of ended)
    await recordAudit(tx, {
      action: "delegation.end",
      resourceType: "delegation",
      resourceId: id,
      changes: { endedAt: { to: endedAt.toISOString() } },
    });
  return ended.length;
}
