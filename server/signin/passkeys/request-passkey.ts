import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type { Services } from "@/server/kernel/services";
import { challengeLifeMs, createChallenge } from "./challenge";
import { relyingPartyOf } from "./relying-party";
import type { PasskeyRow } from "./store";

/** What a page passes to the browser, and sends back with the answer. */
export interface PasskeyRequest {
  options: Awaited<ReturnType<typeof generateAuthenticationOptions>>;
  /** The sealed challenge. */
  token: string;
}

/**
 * Asks for a passkey.
 * @param bound by `boundTo`
 * @param passkeys those that may answer; none: the browser offers those that it has for this address
 */
export async function requestPasskey(
  services: Services,
  bound: string,
  passkeys: readonly PasskeyRow[] = [],
): Promise<PasskeyRequest> {
  const { challenge, token } = await createChallenge(services, { boundTo: bound });
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(services.settings).id,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: challengeLifeMs,
    userVerification: "required",
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId.toString("base64url"),
      transports,
    })),
  });
  return { options, token };
}
