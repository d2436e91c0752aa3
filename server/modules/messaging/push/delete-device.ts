import { and, eq } from "drizzle-orm";
import { pushSubscriptions } from "@/drizzle/schema/push";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { sessionOf } from "./store";

/** Ends notifications on one of the acting person's devices, with those that wait. @throws ApiError RESOURCE_NOT_FOUND */
export async function deleteDevice(ctx: Ctx, id: string): Promise<void> {
  const own = sessionOf(ctx);
  const deleted = await scoped(workspaceOf(own), pushSubscriptions)
    .delete(ctx.db)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, own.userId)))
    .returning({ id: pushSubscriptions.id });
  if (deleted.length === 0) throw new ApiError("RESOURCE_NOT_FOUND");
}
