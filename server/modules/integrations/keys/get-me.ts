import type { Ctx } from "@/server/access/ctx";
import type { Role } from "@/server/access/roles";
import type { Scope } from "@/server/access/scopes";
import { ApiError } from "@/server/kernel/errors";
import { type Allowance, allowanceOf } from "@/server/modules/integrations/rate-limits/policy";
import type { UserRow } from "@/server/modules/people/people/find-users";
import { getUser } from "@/server/modules/people/people/get-user";
import { findReachedPlaces, type ReachedPlace } from "./find-reached-places";
import { type KeyRow, loadKey } from "./store";

/** A key, as its own caller may see it. */
export interface Me {
  user: UserRow;
  role: Role;
  key: KeyRow;
  /** The scopes in force. */
  scopes: readonly Scope[];
  places: ReachedPlace[];
  allowance: Allowance;
}

/** The key of this request: its owner, scopes, reach and remaining limits. @throws ApiError FORBIDDEN without a key */
export async function getMe(ctx: Ctx): Promise<Me> {
  const { via, role, userId } = ctx.actor;
  if (via.type !== "apiKey" || userId === null) throw new ApiError("FORBIDDEN");
  const [user, key, places] = await Promise.all([
    getUser(ctx, userId),
    loadKey(ctx, via.keyId),
    findReachedPlaces(ctx),
  ]);
  return { user, role, key, scopes: via.scopes, places, allowance: allowanceOf(key, ctx.now()) };
}
