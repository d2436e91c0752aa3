import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { listPendingWrites } from "@/server/modules/integrations/operations/list-pending";

const path = "/v2/notifications";

function nameIn(body: string | null): string | null {
  const parsed: unknown = JSON.parse(body ?? "null");
  const name = typeof parsed === "object" && parsed !== null && "name" in parsed ? parsed.name : null;
  return typeof name === "string" ? name : null;
}

/** Accepted writes of the user's keys that will create, change or delete notifications and are not yet carried out. */
export async function listPendingNotifications(ctx: Ctx) {
  const writes = await listPendingWrites(ctx, path);
  return writes.map((write) => ({
    operationId: encodeId("operation", write.id),
    /** Null for a create. */
    notificationId: write.path.slice(path.length + 1) || null,
    name: nameIn(write.body),
  }));
}
