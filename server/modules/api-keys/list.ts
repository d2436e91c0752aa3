import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { findKeys, type KeyOwner, type KeyRow } from "./store";

/**
 * The actor's keys, newest first, with what their counters tell.
 * @throws ApiError FORBIDDEN when somebody other than an administrator asks for others' keys.
 */
export async function listApiKeys(ctx: Ctx, { owner }: { owner: KeyOwner }): Promise<KeyRow[]> {
  if (owner !== "mine" && ctx.actor.role !== "ADMIN")
    throw new ApiError("FORBIDDEN", {
      description: "Only administrators can see other people's keys.",
    });
  return findKeys(ctx, owner);
}
