import { eq } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { requireAnotherConnection } from "@/server/modules/workspace/sign-in-policy/require-another-connection";
import { loadConnection } from "./store";

/**
 * Deletes a connection with its secret, and forgets whose accounts were used there. People stay, and stay signed in.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when it is the last way in (decision
 * 2.14)
 */
export async function deleteConnection(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const { name, issuer, state } = await loadConnection(tx, id, true);
    if (state === "ACTIVE") await requireAnotherConnection(tx, id);
    await scoped(workspaceOf(tx.actor), connections).delete(tx.db).where(eq(connections.id, id));
    await recordAudit(tx, {
      action: "connection.delete",
      resourceType: "connection",
      resourceId: id,
      changes: { name: { from: name }, issuer: { from: issuer } },
    });
  });
}
