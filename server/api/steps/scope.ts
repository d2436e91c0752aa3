import { requireScope } from "@/server/access/require-scope";
import type { Admitted } from "../stages";

/** The key's scopes, as far as the owner's role still allows them, must include the endpoint's. @throws ApiError INSUFFICIENT_SCOPE */
export function requireEndpointScope({ endpoint, ctx }: Admitted): void {
  const { scope } = endpoint;
  if (scope !== "public" && scope !== "any") requireScope(ctx, scope);
}
