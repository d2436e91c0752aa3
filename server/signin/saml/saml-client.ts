import {
  type CacheProvider,
  generateServiceProviderMetadata,
  SAML,
  ValidateInResponseTo,
} from "@node-saml/node-saml";
import type { Settings } from "@/server/kernel/env";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { workspaceDigits } from "@/server/kernel/workspace-secret";
import type { SamlConnection } from "@/server/modules/workspace/connections/store";
import { serviceProviderOf } from "./service-provider";

/** The ID of an authentication request. It derives from its RelayState, which is the `state` of an attempt: the table of attempts has both. */
export const requestIdOf = (state: string): string => `_${sha256(`saml request ${state}`).toString("hex")}`;

/** The requests that node-saml takes a response to: this one. The table of attempts decides that it is pending, and once only. */
const only = (requestId: string, now: Date): CacheProvider => ({
  saveAsync: async (_, value) => ({ value, createdAt: now.getTime() }),
  getAsync: async (id) => (id === requestId ? now.toISOString() : null),
  removeAsync: async (id) => id,
});

/** node-saml for one sign-in through a connection. Times are compared by us, by the clock of the services. */
export function samlClient(
  { settings, clock }: Services,
  { workspaceId, issuer, ssoUrl, signingCertificates }: SamlConnection,
  { state, isFresh = false }: { state: string; isFresh?: boolean },
): SAML {
  const { entityId, acsUrl } = serviceProviderOf(settings, workspaceId);
  const requestId = requestIdOf(state);
  return new SAML({
    callbackUrl: acsUrl,
    issuer: entityId,
    audience: entityId,
    idpIssuer: issuer,
    entryPoint: ssoUrl,
    idpCert: [...signingCertificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: only(requestId, clock()),
    generateUniqueId: () => requestId,
    // Which identifier and which authentication a company uses is its own decision.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: isFresh,
    acceptedClockSkewMs: -1,
  });
}

/** Where a browser takes the authentication request (HTTP-Redirect), with `state` as its RelayState. */
export const requestUrl = (
  services: Services,
  connection: SamlConnection,
  given: { state: string; isFresh: boolean },
): Promise<string> =>
  samlClient(services, connection, given).getAuthorizeUrlAsync(given.state, undefined, {});

/** The metadata document of a workspace for identity providers. It is made from addresses, and says nothing else about the workspace. */
export function spMetadata(settings: Settings, workspaceId: string): string {
  const { entityId, acsUrl } = serviceProviderOf(settings, workspaceId);
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => `_${workspaceDigits(workspaceId)}`,
  });
}
