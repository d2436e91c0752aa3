import { ApiError } from "@/server/kernel/errors";
import type { Ctx } from "./ctx";
import { roleAllows, type Scope } from "./scopes";

/** Whether the caller has this scope: by the key's scopes, or for a signed-in user by their role. */
export function hasScope(ctx: Ctx, scope: Scope): boolean {
  const via = ctx.actor.via;
  return via.type === "apiKey" ? via.scopes.includes(scope) : roleAllows(ctx.actor.role, scope);
}

/** @throws ApiError INSUFFICIENT_SCOPE with the scope in details.requiredScopes */
export function requireScope(ctx: Ctx, scope: Scope): void {
  if (hasScope(ctx, scope)) return;
  throw new ApiError("INSUFFICIENT_SCOPE", {
    description: `The API key doesn't have the scope ${scope}, or its owner's role no longer allows it.`,
    details: { requiredScopes: [scope] },
  });
}
