import { timingSafeEqual } from "node:crypto";
import { sha256 } from "@/server/kernel/secrets";
import { invalidGrant, OauthError } from "../../errors";
import type { Params } from "../../params";

/** RFC 7636, 4.1. */
const wellFormed = /^[A-Za-z0-9\-._~]{43,128}$/;

const missing = (): OauthError => new OauthError("invalid_client", "code_verifier is required.");

/** A public client authenticates by PKCE alone: without a verifier its code is not even checked (decision 3.13). */
export function checkVerifierIsSent(client: { isConfidential: boolean }, params: Params): void {
  if (!client.isConfidential && params.get("code_verifier") === undefined) throw missing();
}

/** code_verifier: hashes to the challenge of the authorization request. */
export function checkVerifier({ codeChallenge }: { codeChallenge: string | null }, params: Params): void {
  const verifier = params.get("code_verifier");
  if (codeChallenge === null) {
    // An attacker swapped the request for one without PKCE (RFC 9700, 4.8.2).
    if (verifier !== undefined)
      throw invalidGrant("code_verifier was sent, but the request had no code_challenge.");
    return;
  }
  if (verifier === undefined) throw missing();
  const challenge = Buffer.from(codeChallenge, "base64url");
  const matches = challenge.length === 32 && timingSafeEqual(sha256(verifier), challenge);
  if (!matches || !wellFormed.test(verifier))
    throw invalidGrant("code_verifier doesn't match the code_challenge.");
}
