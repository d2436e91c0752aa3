import { fieldFaults } from "@/server/kernel/field-faults";
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
    if (typeof uri !== "string") throw refused("A redirect URI must be a string.");
    const found = redirectUriFault(uri);
    // The sentence at a field, with its subject.
    if (found !== null) throw refused(fieldFaults[found].replace(/^It /, "A redirect URI "));
    return uri;
  });
}
