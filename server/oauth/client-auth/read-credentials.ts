import { clientUuid } from "../clients/client-id";
import { OauthError } from "../errors";
import type { Params } from "../params";
import { basicCredentials } from "./basic-credentials";

/** The identity that a client claims. */
export interface Credentials {
  clientId: string;
  /** The id of the row to look up. */
  clientUuid: string;
  /** The possible secrets: several when Basic has two readings, none when none was sent. */
  secrets: readonly string[];
}

const refused = (description: string): OauthError => new OauthError("invalid_client", description);

/**
 * client_id and client_secret from the body or from Basic. Both at once is allowed if they say the same.
 * @throws OauthError invalid_client
 */
export function readCredentials(request: Request, params: Params): Credentials {
  if (params.faulty.has("client_id") || params.faulty.has("client_secret"))
    throw refused("client_id or client_secret is repeated or not a string.");
  const clientId = params.get("client_id");
  const secret = params.get("client_secret");
  const header = request.headers.get("authorization");
  if (header === null) {
    if (clientId === undefined) throw refused("client_id is required.");
    return { clientId, clientUuid: clientUuid(clientId), secrets: secret === undefined ? [] : [secret] };
  }
  const basic = basicCredentials(header);
  if (!basic) throw refused("The Authorization header must contain Basic credentials.");
  if (clientId !== undefined && !basic.clientIds.includes(clientId))
    throw refused("client_id doesn't match the Basic credentials.");
  if (secret !== undefined && !basic.secrets.includes(secret))
    throw refused("client_secret doesn't match the Basic credentials.");
  const named = clientId ?? basic.clientIds[0];
  return {
    clientId: named,
    clientUuid: clientUuid(named),
    secrets: secret === undefined ? basic.secrets : [secret],
  };
}
