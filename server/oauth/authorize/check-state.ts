import { OauthError } from "../errors";
import { rawParameter } from "../params";

/** state: opaque. Kept as in the query, so that it goes back unchanged, whatever bytes it encodes. */
export function checkState(search: string): string {
  const state = rawParameter(search, "state");
  if (state === undefined) throw new OauthError("invalid_request", "state is required.");
  return asQueryValue(state);
}

/** Encodes the characters that a Location does not allow; encoded ones stay as they are. */
const asQueryValue = (raw: string): string =>
  raw
    .toWellFormed()
    .replace(/[^A-Za-z0-9\-._~!$'()*+,;:@/?%=]/gu, encodeURIComponent)
    .replace(/%(?![0-9A-Fa-f]{2})/g, "%25");
