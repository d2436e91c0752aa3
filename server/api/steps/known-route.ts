import { ApiError } from "@/server/kernel/errors";
import type { Endpoint } from "@/server/transport/endpoint";
import type { Router } from "@/server/transport/match";
import type { Known, Received } from "../stages";

/** @throws ApiError 404 for an unknown path, 405 with `Allow` for a known one with another method */
export function knownRoute<X extends Received>(router: Router<Endpoint>, x: X): X & Known {
  const result = router.match(x.method, x.path);
  if (result.found) return { ...x, endpoint: result.found.route, rawParams: result.found.params };
  if (result.allow.length > 0) {
    const preflight = isDocument(router, x.path) ? ["OPTIONS"] : [];
    throw new ApiError("METHOD_NOT_ALLOWED", {
      headers: { allow: [...result.allow, ...preflight].join(", ") },
    });
  }
  throw new ApiError(unknownPathCode(x.path), {
    description: "This path doesn't exist.",
    resolution: "Check the path and the method in the API reference.",
  });
}

/** Whether it is a document, which pages of any origin may read. */
export const isDocument = (router: Router<Endpoint>, path: string): boolean =>
  router.match("GET", path).found?.route.document !== undefined;

/** Below one webhook, an unknown path is answered with the webhook's code (decision 4.1). */
const unknownPathCode = (path: string) =>
  path.startsWith("/v2/webhooks/") ? ("WEBHOOK_NOT_FOUND" as const) : ("RESOURCE_NOT_FOUND" as const);
