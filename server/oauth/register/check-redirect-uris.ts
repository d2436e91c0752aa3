import { OauthError } from "../errors";
import { maximumRedirectUris, redirectUriFault } from "../redirect-uri";
import type { Metadata } from "./read-metadata";

const refused = (description: string): OauthError => new OauthError("invalid_redirect_uri", description);

/** redirect_uris: at least one, each by the rules of decision 3.4. */
export function checkRedirectUris({ redirect_uris: uris }: Metadata): string[] {
  if (!Array.isArray(uris) || uris.length === 0)
    throw refused("redirect_uris is required and must be a non-empty array.");
  if (uris.length > maximumRedirectUris)
    throw refused(`redirect_uris must have at most ${maximumRedirectUris} entries.`);
  return uris.map((uri: unknown) => {
    const fault = typeof uri === "string" ? redirectUriFault(uri) : "must be a string";
    if (fault !== null) throw refused(`A redirect URI ${fault}.`);
    return String(uri);
  });
}
