import { eq } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { requireAnotherConnection } from "@/server/modules/workspace/sign-in-policy/require-another-connection";
import { checkConnection } from "./check";
import { stateAfter } from "./policy";
import type { ConnectionPatch } from "./schema";
import { loadConnection, sealClientSecret } from "./store";

/**
 * Changes a connection. Another issuer or client makes it a draft again: it needs another test (decision 2.6).
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, VALIDATION_ERROR, CONFLICT when it
 * would be a draft again and is the last way in (decision 2.14)
 */
export async function updateConnection(ctx: Ctx, id: string, patch: ConnectionPatch): Promise<void> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    const before = await loadConnection(tx, id, true);
    await checkConnection(tx, patch);
    const { clientSecret, ...fields } = patch;
    const state = stateAfter(before, fields);
    if (before.state === "ACTIVE" && state !== "ACTIVE") await requireAnotherConnection(tx, id);
    const changes = {
      ...changesOf<Record<string, unknown>>({ ...before }, { ...fields, state }),
      // That it changed, never what it is.
      ...(clientSecret !== undefined && { clientSecret: {} }),
    };
    if (Object.keys(changes).length === 0) return;
    await scoped(workspaceOf(tx.actor), connections)
      .update(tx.db)
      .set({
        ...fields,
        ...(clientSecret !== undefined && { clientSecret: sealClientSecret(tx.services, id, clientSecret) }),
        state,
        ...(state === "DRAFT" && { testedAt: null }),
        updatedAt: tx.now(),
      })
      .where(eq(connections.id, id));
    await recordAudit(tx, {
      action: "connection.update",
      resourceType: "connection",
      resourceId: id,
      changes,
    });
  });
}
