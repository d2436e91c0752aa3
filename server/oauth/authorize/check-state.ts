import { OauthError } from "../errors";
import { rawParameter } from "../params";

/** state: opaque. Kept as it stands in the query, so that it goes back unchanged whatever bytes it stands for. */
export function checkState(search: string): string {
  const state = rawParameter(search, "state");
  if (state === undefined) throw new OauthError("invalid_request", "state is required.");
  return asQueryValue(state);
}

/** Encodes what may not stand in a Location; what is encoded already stays as it is. */
const asQueryValue = (raw: string): string =>
  raw
    .toWellFormed()
    .replace(/[^A-Za-z0-9\-._~!$'()*+,;:@/?%=]/gu, encodeURIComponent)
    .replace(/%(?![0-9A-Fa-f]{2})/g, "%25");
