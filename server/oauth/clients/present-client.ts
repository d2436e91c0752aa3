import { askableScopes } from "../scopes";
import { clientIdOf } from "./client-id";
import type { Client } from "./find-client";

/** A confidential client as the dashboard shows it; never a secret. */
export interface ClientView {
  clientId: string;
  name: string;
  redirectUris: string[];
  scopes: string[];
  tokenEndpointAuthMethod: string;
  /** Live secrets, the newest first. */
  secrets: { lastFour: string; createdAt: Date }[];
  createdAt: Date;
  /** Null when it was never allowed. */
  authorizedAt: Date | null;
}

function secretsOf(client: Client): ClientView["secrets"] {
  const live = [
    { lastFour: client.secretLastFour, createdAt: client.secretCreatedAt },
    { lastFour: client.previousSecretLastFour, createdAt: client.previousSecretCreatedAt },
  ];
  return live.flatMap(({ lastFour, createdAt }) => (lastFour && createdAt ? [{ lastFour, createdAt }] : []));
}

export const clientView = (client: Client): ClientView => ({
  clientId: clientIdOf(client),
  name: client.name,
  redirectUris: client.redirectUris,
  scopes: client.allowedScopes ?? [...askableScopes],
  tokenEndpointAuthMethod: client.tokenEndpointAuthMethod,
  secrets: secretsOf(client),
  createdAt: client.createdAt,
  authorizedAt: client.authorizedAt,
});

/** The record in the protocol's terms (decision 3.2), as the command line prints it. */
export const clientRecord = (client: Client) => ({
  client_id: clientIdOf(client),
  client_name: client.name,
  redirect_uris: client.redirectUris,
  grant_types: client.grantTypes,
  response_types: client.responseTypes,
  token_endpoint_auth_method: client.tokenEndpointAuthMethod,
  scopes: client.allowedScopes ?? [...askableScopes],
});
