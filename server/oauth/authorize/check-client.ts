import type { Services } from "@/server/kernel/services";
import { type Client, findClient } from "../clients/find-client";
import { OauthError } from "../errors";
import type { Params } from "../params";

/** client_id: a registered client. */
export async function checkClient({ db }: Services, params: Params): Promise<Client> {
  const clientId = params.get("client_id");
  if (clientId === undefined) throw new OauthError("invalid_request", "client_id is required.");
  const client = await findClient(db, clientId);
  if (!client) throw new OauthError("invalid_client", "This client doesn't exist.");
  return client;
}
