import { timingSafeEqual } from "node:crypto";
import { sha256 } from "@/server/kernel/secrets";
import { clientIdOf } from "../clients/client-id";
import type { ClientFacts } from "../clients/token-facts";
import { OauthError } from "../errors";
import type { Credentials } from "./read-credentials";

/** Compared with when there is no stored hash, so that an unknown client takes as long as a wrong secret. */
const nothing = Buffer.alloc(32);

function knowsSecret(client: ClientFacts | undefined, secrets: readonly string[]): boolean {
  const live = [client?.secretHash, client?.previousSecretHash];
  let known = false;
  for (const secret of secrets) {
    const hash = sha256(secret);
    for (const candidate of live) {
      const equal = timingSafeEqual(hash, candidate ?? nothing);
      known = known || (equal && candidate != null);
    }
  }
  return known;
}

/**
 * A public client sends no secret, a confidential one a live secret.
 * @param client the row that the credentials name, if there is one
 * @throws OauthError invalid_client; the same for an unknown client and a wrong secret
 */
export function authenticateClient<C extends ClientFacts>(
  client: C | undefined,
  credentials: Credentials,
): C {
  const secretIsRight = knowsSecret(client, credentials.secrets);
  const named = client !== undefined && clientIdOf(client) === credentials.clientId;
  const mayPass = client?.isConfidential ? secretIsRight : credentials.secrets.length === 0;
  if (client && named && mayPass) return client;
  throw new OauthError("invalid_client", "Client authentication failed.");
}
