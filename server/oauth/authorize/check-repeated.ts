import { OauthError } from "../errors";
import type { Params } from "../params";

/** No parameter may be repeated (RFC 6749, 3.1): two readers could use different values. */
export function checkRepeated(params: Params): void {
  if (params.faulty.size > 0) throw new OauthError("invalid_request", "A parameter is repeated.");
}
