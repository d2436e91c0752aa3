import { ApiError } from "@/server/kernel/errors";
import type { Ctx } from "./ctx";
import { roleAllows, type Scope } from "./scopes";

/**
 * The right of the acting user, beside the key's scope: a key that acts for somebody does only what that person may do.
 * @throws ApiError FORBIDDEN when the acting user's role does not hold what the scope stands for
 */
export function requireRight(ctx: Ctx, scope: Scope): void {
  if (roleAllows(ctx.actor.role, scope)) return;
  throw new ApiError("FORBIDDEN", { description: `The acting user's role doesn't allow ${scope}.` });
}
