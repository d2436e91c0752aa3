import { and } from "drizzle-orm";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { isRequest, keptRequests, type RequestRow, selectRequests } from "./store";

/** @throws ApiError RESOURCE_NOT_FOUND when it is unknown, older than 30 days, or belongs to another user's key */
export async function getRequest(ctx: Ctx, { requestId }: { requestId: string }): Promise<RequestRow> {
  const [row] = await selectRequests(ctx).where(and(keptRequests(ctx), isRequest(requestId)));
  if (row) return row;
  throw new ApiError("RESOURCE_NOT_FOUND", {
    ...because("logMissing"),
    resolution: "Check the ID. Requests are kept for 30 days.",
  });
}
