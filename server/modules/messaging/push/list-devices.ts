import { desc, eq } from "drizzle-orm";
import { pushSubscriptions } from "@/drizzle/schema/push";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { encodeId } from "@/server/kernel/schema";
import type { DeviceSettings } from "./schema";
import { sessionOf } from "./store";
import { vapidKey } from "./vapid-key";

/** The acting person's devices with notifications, the latest first, and the key for a further one. */
export async function listDevices(ctx: Ctx): Promise<DeviceSettings> {
  const own = sessionOf(ctx);
  const { webPush } = ctx.services.settings;
  const rows = await scoped(workspaceOf(own), pushSubscriptions)
    .selectAll(ctx.db)
    .where(eq(pushSubscriptions.userId, own.userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
  return {
    publicKey: webPush ? (await vapidKey(ctx.services)).publicKey : null,
    devices: rows.map(({ id, sessionId, userAgent, createdAt, usedAt }) => ({
      id: encodeId("device", id),
      isCurrent: sessionId === own.sessionId,
      ...{ userAgent, createdAt, usedAt },
    })),
  };
}
