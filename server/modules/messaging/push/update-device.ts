import { and, eq, ne } from "drizzle-orm";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { DeviceReplacement } from "./schema";
import { lockDevices, requireSubscription, sessionOf } from "./store";

/**
 * Takes over the subscription by which a browser has replaced its own. Where the acting person has no notifications, nothing happens.
 * @throws ApiError VALIDATION_ERROR, FORBIDDEN for a key
 */
export async function updateDevice(ctx: Ctx, { before, after }: DeviceReplacement): Promise<void> {
  const own = sessionOf(ctx);
  const { endpoint, keys, expirationTime } = await requireSubscription(ctx, after);
  await inTransaction(ctx, async (tx) => {
    await lockDevices(tx, own);
    const devices = scoped(workspaceOf(own), pushSubscriptions);
    const itself = and(eq(pushSubscriptions.endpoint, before), eq(pushSubscriptions.userId, own.userId));
    const [known] = await devices.select(tx.db, { id: pushSubscriptions.id }).where(itself);
    if (!known) return;
    await devices
      .delete(tx.db)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.id, known.id)));
    await devices
      .update(tx.db)
      .set({ endpoint, ...keys, expiresAt: expirationTime ? new Date(expirationTime) : null })
      .where(itself);
  });
}
