import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";

/** The acting person and their session. @throws ApiError FORBIDDEN for a key or the operator: sessions belong to people */
export function personOf({ actor }: Ctx): { workspaceId: string; userId: string; sessionId: string } {
  const { workspaceId, userId, via } = actor;
  if (userId === null || via.type !== "session") throw new ApiError("FORBIDDEN");
  return { workspaceId, userId, sessionId: via.sessionId };
}
