import type { Ctx } from "@/server/access/ctx";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { ApiKeyFilter } from "./schema";
import { type KeyOwner, type KeyRow, searchKeys } from "./store";

/**
 * A page of the keys that match a filter.
 * @throws ApiError FORBIDDEN when a caller other than an administrator lists keys of others.
 */
export async function listApiKeys(ctx: Ctx, filter: ApiKeyFilter, start: PageStart): Promise<Listed<KeyRow>> {
  requireOwn(ctx, filter.owner);
  return searchKeys(ctx, filter, start);
}

function requireOwn({ actor }: Ctx, owner: KeyOwner): void {
  if (owner === "mine" || actor.role === "ADMIN") return;
  throw new ApiError("FORBIDDEN", because("othersKeys"));
}
