import { and, eq, ne } from "drizzle-orm";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { lockDevices, sessionOf } from "./store";

/**
 * Continues notifications in a browser after a new sign-in. In a browser that another person had them in, theirs end.
 * @returns whether the acting person has notifications there; the browser drops its subscription otherwise
 */
export function resumeDevice(ctx: Ctx, { endpoint }: { endpoint: string }): Promise<{ isOn: boolean }> {
  const own = sessionOf(ctx);
  const { userId, sessionId } = own;
  return inTransaction(ctx, async (tx) => {
    await lockDevices(tx, own);
    const devices = scoped(workspaceOf(own), pushSubscriptions);
    const itself = eq(pushSubscriptions.endpoint, endpoint);
    await devices.delete(tx.db).where(and(itself, ne(pushSubscriptions.userId, userId)));
    const resumed = await devices
      .update(tx.db)
      .set({ sessionId, signedInAt: tx.now() })
      .where(and(itself, eq(pushSubscriptions.userId, userId)))
      .returning({ id: pushSubscriptions.id });
    return { isOn: resumed.length > 0 };
  });
}
