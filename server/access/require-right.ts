import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { Ctx } from "./ctx";
import { roleAllows, type Scope } from "./scopes";

/**
 * Checks the acting user's right, in addition to the key's scope: a key that acts on behalf of a user does only what that user may do.
 * @throws ApiError FORBIDDEN when the acting user's role does not allow the scope
 */
export function requireRight(ctx: Ctx, scope: Scope): void {
  if (roleAllows(ctx.actor.role, scope)) return;
  throw new ApiError("FORBIDDEN", because("roleLacksScope", { scope }));
}
