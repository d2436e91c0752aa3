import { connections } from "@/drizzle/schema/connections";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { newId } from "@/server/kernel/ids";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { checkConnection, requireRoom } from "./check";
import type { ConnectionCreate } from "./schema";
import { sealClientSecret } from "./store";

/**
 * Adds a connection as a draft: no one can sign in by it before it is tested and activated.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, VALIDATION_ERROR, CONFLICT when there are too many
 */
export async function createConnection(ctx: Ctx, input: ConnectionCreate): Promise<string> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await requireRoom(tx);
    await checkConnection(tx, input);
    const { clientSecret, ...fields } = input;
    const [id, at] = [newId(), tx.now()];
    await tx.db.insert(connections).values({
      ...fields,
      workspaceId: tx.actor.workspaceId,
      id,
      clientSecret: sealClientSecret(tx.services, id, clientSecret),
      createdAt: at,
      updatedAt: at,
    });
    await recordAudit(tx, {
      action: "connection.create",
      resourceType: "connection",
      resourceId: id,
      changes: changesOf({}, fields),
    });
    return id;
  });
}
