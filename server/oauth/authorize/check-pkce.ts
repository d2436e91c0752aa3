import type { Client } from "../clients/find-client";
import { OauthError } from "../errors";
import type { Params } from "../params";

/** base64url of a SHA-256. */
const s256 = /^[A-Za-z0-9_-]{43}$/;

const refused = (description: string): OauthError => new OauthError("invalid_request", description);

/** code_challenge and its method (RFC 7636): S256 only, and never optional for a client without a secret. */
export function checkPkce(client: Client, params: Params): string | null {
  const challenge = params.get("code_challenge");
  const method = params.get("code_challenge_method");
  if (method !== undefined && method !== "S256") throw refused("code_challenge_method must be S256.");
  if (challenge === undefined) {
    if (!client.isConfidential) throw refused("code_challenge is required.");
    // The client believes that it is protected; proceeding without a challenge would be a silent downgrade.
    if (method !== undefined) throw refused("code_challenge is required with code_challenge_method.");
    return null;
  }
  if (method === undefined) throw refused("code_challenge_method is required.");
  if (!s256.test(challenge)) throw refused("code_challenge must be the base64url SHA-256 of the verifier.");
  return challenge;
}
