import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { findKeys, type KeyOwner, type KeyRow } from "./store";

/**
 * The actor's keys, newest first, with their counters.
 * @throws ApiError FORBIDDEN when a caller other than an administrator lists keys of others.
 */
export async function listApiKeys(ctx: Ctx, { owner }: { owner: KeyOwner }): Promise<KeyRow[]> {
  if (owner !== "mine" && ctx.actor.role !== "ADMIN")
    throw new ApiError("FORBIDDEN", {
      description: "Only administrators can see other people's keys.",
    });
  return findKeys(ctx, owner);
}
