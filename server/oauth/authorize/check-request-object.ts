import type { Params } from "../params";
import type { ReturnedError } from "../way-back";

/** request, request_uri: parameters in a JWT are not supported, and must not be ignored (OpenID Connect Core, 6.1, 6.2). */
export function requestObjectFault(params: Params): ReturnedError | null {
  if (params.get("request") !== undefined) return "request_not_supported";
  return params.get("request_uri") === undefined ? null : "request_uri_not_supported";
}
