import { OauthError } from "../errors";
import { checkClientName } from "../register/check-client-name";
import { checkRedirectUris } from "../register/check-redirect-uris";
import { unusable } from "./read-document";

type Members = Record<string, unknown>;

/** A client, as its document describes it. */
export interface DescribedClient {
  name: string;
  redirectUris: string[];
  grantTypes: string[];
  responseTypes: string[];
}

/** A document that the whole world can read contains no secret (draft, 4.1). */
function checkNothingSecret({ jwks, ...members }: Members): void {
  const keys: unknown = typeof jwks === "object" && jwks !== null ? Reflect.get(jwks, "keys") : undefined;
  const isPrivate = (key: unknown): boolean =>
    typeof key === "object" && key !== null && ["d", "k"].some((half) => half in key);
  if ("client_secret" in members || "client_secret_expires_at" in members)
    throw unusable("it contains a client_secret");
  if (Array.isArray(keys) && keys.some(isPrivate)) throw unusable("it contains a private key");
}

/** Its preferred method must not be a shared secret; it is enough that it can do without one at all. */
function checkAuthMethod(members: Members): void {
  const { token_endpoint_auth_method: preferred = "none", token_endpoint_auth_methods_supported: possible } =
    members;
  if (typeof preferred !== "string" || preferred.startsWith("client_secret_"))
    throw unusable("its token_endpoint_auth_method needs a secret");
  if (preferred !== "none" && !(Array.isArray(possible) && possible.includes("none")))
    throw unusable("its token_endpoint_auth_method isn't none, and none isn't among those it supports");
}

/** A document is written for every server, and so may list unknown values; the first of ours must be among them. */
function supported(members: Members, name: string, ours: readonly [string, ...string[]]): string[] {
  const listed = members[name];
  if (listed === undefined) return [...ours];
  if (!Array.isArray(listed) || !listed.includes(ours[0]))
    throw unusable(`its ${name} must include ${ours[0]}`);
  return ours.filter((one) => listed.includes(one));
}

/** The check of registration, with its error in a document's terms. */
function asRegistered<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof OauthError) throw new OauthError("invalid_client", error.message);
    throw error;
  }
}

/**
 * Checks a document against the URL that it came from (decision 13.3).
 * @throws OauthError invalid_client
 */
export function checkDocument(url: string, members: Members): DescribedClient {
  if (members.client_id !== url) throw unusable("its client_id must be its own URL");
  checkNothingSecret(members);
  checkAuthMethod(members);
  const { client_name: name } = members;
  return {
    name: name === undefined ? new URL(url).host : asRegistered(() => checkClientName(members)),
    redirectUris: asRegistered(() => checkRedirectUris(members)),
    grantTypes: supported(members, "grant_types", ["authorization_code", "refresh_token"]),
    responseTypes: supported(members, "response_types", ["code"]),
  };
}
