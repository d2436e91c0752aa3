import { and, eq } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import type { ConnectionState } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { requireAnotherConnection } from "@/server/modules/workspace/sign-in-policy/require-another-connection";
import { findVerifiedDomains, loadConnection } from "./store";

/** The guarded UPDATE decides between calls at once. */
async function move(tx: Ctx, id: string, from: ConnectionState, to: ConnectionState): Promise<boolean> {
  const moved = await scoped(workspaceOf(tx.actor), connections)
    .update(tx.db)
    .set({ state: to, updatedAt: tx.now() })
    .where(and(eq(connections.id, id), eq(connections.state, from)))
    .returning({ id: connections.id });
  if (moved.length === 0) return false;
  await recordAudit(tx, {
    action: to === "ACTIVE" ? "connection.activate" : "connection.pause",
    resourceType: "connection",
    resourceId: id,
    changes: { state: { from, to } },
  });
  return true;
}

/**
 * Offers a tested connection on the sign-in page.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when it is not tested, already active, or
 * the workspace has no verified domain
 */
export async function activateConnection(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const { state } = await loadConnection(tx, id, true);
    if (state === "DRAFT")
      throw new ApiError("CONFLICT", {
        ...because("connectionUntested"),
        resolution: "Test it by signing in, then activate it.",
      });
    const domains = await findVerifiedDomains(tx.db, tx.actor.workspaceId);
    if (domains.length === 0)
      throw new ApiError("CONFLICT", {
        ...because("domainUnverified"),
        resolution: "Verify the domain of your email addresses first.",
      });
    if (!(await move(tx, id, "TESTED", "ACTIVE")))
      throw new ApiError("CONFLICT", because("connectionActive"));
  });
}

/**
 * Takes an active connection off the sign-in page, and closes it for sign-ins under way. People who are signed in stay signed in.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when it is not active, or the last
 * way in (decision 2.14)
 */
export async function pauseConnection(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  await inTransaction(ctx, async (tx) => {
    await loadConnection(tx, id, true);
    await requireAnotherConnection(tx, id);
    if (!(await move(tx, id, "ACTIVE", "TESTED")))
      throw new ApiError("CONFLICT", because("connectionInactive"));
  });
}
