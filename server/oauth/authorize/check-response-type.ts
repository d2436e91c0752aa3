import { OauthError } from "../errors";
import type { Params } from "../params";

/** response_type: only `code`, which is also the default. */
export function checkResponseType(params: Params): void {
  if ((params.get("response_type") ?? "code") !== "code")
    throw new OauthError("unsupported_response_type", "response_type must be code.");
}
