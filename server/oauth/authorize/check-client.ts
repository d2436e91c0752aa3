import type { Services } from "@/server/kernel/services";
import { namesDocument } from "../clients/client-id";
import { type Client, findClient } from "../clients/find-client";
import { OauthError } from "../errors";
import { describedClient } from "../metadata-document/described-client";
import { type OauthRequest, whileFetching } from "../oauth-request";
import type { Params } from "../params";
import { limitRegistrations } from "../register/limit-registrations";

/** client_id: a registered client, or one that describes itself (decision 13.3), which a fetch registers. */
export async function checkClient(services: Services, params: Params, asked: OauthRequest): Promise<Client> {
  const clientId = params.get("client_id");
  if (clientId === undefined) throw new OauthError("invalid_request", "client_id is required.");
  if (namesDocument(clientId))
    return whileFetching(
      asked,
      describedClient(services, clientId, () => limitRegistrations(services, asked)),
    );
  const client = await findClient(services.db, clientId);
  if (!client) throw new OauthError("invalid_client", "This client doesn't exist.");
  return client;
}
