import type { Services } from "@/server/kernel/services";
import type { SamlConnection } from "@/server/modules/workspace/connections/store";
import { detailOf, ProviderError } from "../connections/provider-error";
import { checkResponse, decodeResponse } from "./check-response";
import { type Assertion, readAssertion } from "./read-assertion";
import { requestIdOf, samlClient } from "./saml-client";
import { serviceProviderOf } from "./service-provider";

/** What node-saml verified: the assertion within the signed response, as the bytes that were signed. */
async function signedAssertion(services: Services, connection: SamlConnection, state: string, xml: string) {
  const client = samlClient(services, connection, { state });
  const sent = { SAMLResponse: Buffer.from(xml).toString("base64") };
  const { profile } = await client.validatePostResponseAsync(sent).catch((error: unknown) => {
    const detail = detailOf(error instanceof Error ? error.message : String(error));
    throw new ProviderError(/signature/i.test(detail) ? "NOT_SIGNED" : "INVALID_ANSWER", detail);
  });
  const assertion = profile?.getAssertionXml?.();
  if (!assertion) throw new ProviderError("INVALID_ANSWER", "It has no assertion.");
  return assertion;
}

/**
 * Checks a posted response in the order of trust: its form (our guard), both signatures by the connection's certificates (node-saml), then what
 * the signed bytes say.
 * @param sent `SAMLResponse`
 * @param state of the attempt that it answers
 * @throws ProviderError
 */
export async function verifyResponse(
  services: Services,
  connection: SamlConnection,
  { sent, state }: { sent: string; state: string },
): Promise<Assertion> {
  const { issuer, workspaceId } = connection;
  const provider = serviceProviderOf(services.settings, workspaceId);
  const requestId = requestIdOf(state);
  const xml = decodeResponse(sent);
  checkResponse(xml, { issuer, acsUrl: provider.acsUrl, requestId });
  const assertion = await signedAssertion(services, connection, state, xml);
  return readAssertion(assertion, { ...provider, issuer, requestId, now: services.clock() });
}
