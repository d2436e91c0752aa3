import { requireScope } from "@/server/access/require-scope";
import { ctxOf, endpointOf, type V2Step } from "../exchange";

/** The key's scopes, as far as the owner's role still allows them, must hold the endpoint's. */
export const scope: V2Step = (x, next) => {
  const needed = endpointOf(x).scope;
  if (needed !== "public" && needed !== "any") requireScope(ctxOf(x), needed);
  return next();
};
