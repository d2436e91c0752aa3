import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { findKeys, type KeyRow } from "./store";

/**
 * The actor's keys, newest first, with what their counters tell.
 * @throws ApiError FORBIDDEN when somebody other than an administrator asks for the whole workspace's.
 */
export async function listApiKeys(ctx: Ctx, { owner }: { owner: "mine" | "workspace" }): Promise<KeyRow[]> {
  if (owner === "workspace" && ctx.actor.role !== "ADMIN")
    throw new ApiError("FORBIDDEN", {
      description: "Only administrators can see every key in the workspace.",
    });
  return findKeys(ctx, owner);
}
