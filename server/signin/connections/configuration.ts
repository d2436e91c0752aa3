import * as openid from "openid-client";
import type { Services } from "@/server/kernel/services";
import { aheadOfProcessSeconds, minute } from "@/server/kernel/time/clock";
import { targetOf } from "@/server/modules/integrations/webhooks/url-guard";
import { fetchFromProvider } from "@/server/modules/workspace/connections/fetch-from-provider";
import { type OidcConnection, openClientSecret } from "@/server/modules/workspace/connections/store";

/** How long a discovery document serves; the keys have their own rule in openid-client: at most one reload a minute for an unknown `kid`. */
const freshMs = 10 * minute;
/** For `exp` and `nbf`. */
const toleranceSeconds = 60;
const maxKept = 500;

/** The discovery document names another issuer than the connection. */
export class WrongIssuerError extends Error {
  override name = "WrongIssuerError";
}

interface Kept {
  configuration: Promise<openid.Configuration>;
  until: number;
}

const kept = new WeakMap<Services, Map<string, Kept>>();

/** Providers list the methods that they take; a secret in the body is never encoded twice. */
const authOf = (secret: string): openid.ClientAuth => {
  const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const auth = methods.includes("client_secret_post") ? post : basic;
    auth(server, client, body, headers);
  };
};

async function discover(services: Services, connection: OidcConnection): Promise<openid.Configuration> {
  const { issuer, clientId } = connection;
  const allowHosts = services.settings.webhookAllowHosts;
  const isInsecure = targetOf(issuer, allowHosts)?.isAllowed && issuer.startsWith("http:");
  const configuration = await openid.discovery(
    new URL(issuer),
    clientId,
    {
      [openid.clockSkew]: aheadOfProcessSeconds(services.clock()),
      [openid.clockTolerance]: toleranceSeconds,
    },
    authOf(openClientSecret(services, connection)),
    {
      [openid.customFetch]: fetchFromProvider(services),
      // The ID token's signature is checked although it comes from the token endpoint itself.
      execute: [openid.enableNonRepudiationChecks, ...(isInsecure ? [openid.allowInsecureRequests] : [])],
    },
  );
  const found = configuration.serverMetadata();
  // openid-client lets issuers of Microsoft with a placeholder pass, which every tenant matches (decision 2.7).
  if (new URL(found.issuer).href !== new URL(issuer).href) throw new WrongIssuerError(found.issuer);
  if (!targetOf(found.authorization_endpoint ?? "", allowHosts))
    throw new WrongIssuerError("The authorization endpoint isn't public.");
  return configuration;
}

/**
 * The provider's endpoints and keys, with the connection's client. It uses the network: never call it in a transaction.
 * @throws what openid-client throws, WrongIssuerError, UnreachableError
 */
export function loadConfiguration(
  services: Services,
  connection: OidcConnection,
): Promise<openid.Configuration> {
  const all = kept.get(services) ?? new Map<string, Kept>();
  kept.set(services, all);
  const key = `${connection.workspaceId} ${connection.id} ${connection.updatedAt.getTime()}`;
  const now = services.clock().getTime();
  const known = all.get(key);
  if (known && known.until > now) return known.configuration;
  if (all.size >= maxKept) all.clear();
  const configuration = discover(services, connection);
  all.set(key, { configuration, until: now + freshMs });
  // A failure is not kept.
  configuration.catch(() => all.delete(key));
  return configuration;
}
