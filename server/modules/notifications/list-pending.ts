import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { listPendingWrites } from "@/server/modules/operations/list-pending";

const path = "/v2/notifications";

function nameIn(body: string | null): string | null {
  const parsed: unknown = JSON.parse(body ?? "null");
  const name = typeof parsed === "object" && parsed !== null && "name" in parsed ? parsed.name : null;
  return typeof name === "string" ? name : null;
}

/** Notifications that the person's keys are about to create, change or delete: accepted, not yet carried out. */
export async function listPendingNotifications(ctx: Ctx) {
  const writes = await listPendingWrites(ctx, path);
  return writes.map((write) => ({
    operationId: encodeId("operation", write.id),
    /** Null while it is created. */
    notificationId: write.path.slice(path.length + 1) || null,
    name: nameIn(write.body),
  }));
}
