import { and, eq } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/audit/record";
import { visible } from "./store";

/** Deletes a notification with its history; what is not sent yet is not sent any more. @throws ApiError RESOURCE_NOT_FOUND */
export function deleteNotification(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [gone] = await tx.db
      .delete(notifications)
      .where(and(visible(tx), eq(notifications.id, id)))
      .returning({ name: notifications.name });
    if (!gone) throw new ApiError("RESOURCE_NOT_FOUND");
    await recordAudit(tx, {
      action: "notification.delete",
      resourceType: "notification",
      resourceId: id,
      changes: { name: { from: gone.name } },
    });
  });
}
