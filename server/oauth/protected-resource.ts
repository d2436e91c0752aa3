import type { Settings } from "@/server/kernel/env";
import type { Services } from "@/server/kernel/services";
import type { Answer } from "@/server/transport/answer";
import { targetOf } from "@/server/transport/parsed-request";
import type { OauthRequest } from "./oauth-request";
import { publicDocument } from "./respond";
import { readScopes } from "./scopes";

const root = "/.well-known/oauth-protected-resource";

/**
 * The document's paths: between the host and the path of the resource (RFC 9728, 3.1), also with a trailing slash, and at the root for
 * clients that search there.
 */
export function protectedResourcePaths({ mcpUrl }: Settings): string[] {
  const path = targetOf(mcpUrl).path.replace(/\/$/, "");
  return [...new Set([root + path, `${root}${path}/`, root])];
}

/** The document's address, as challenges name it. */
export const protectedResourceUrl = (settings: Settings): string =>
  new URL(settings.mcpUrl).origin + protectedResourcePaths(settings)[0];

const maxAgeSeconds = 3600;

/**
 * GET the protected resource's metadata (RFC 9728), from configuration alone. `resource` is what the document's address was derived from
 * (3.3): at the root that is the bare origin, which stands for the MCP server (decision 13.2).
 */
export async function protectedResource({ path }: OauthRequest, { settings }: Services): Promise<Answer> {
  const isRoot = path === root;
  const document = {
    resource: isRoot ? new URL(settings.mcpUrl).origin : settings.mcpUrl,
    authorization_servers: [settings.issuerUrl],
    scopes_supported: readScopes,
    bearer_methods_supported: ["header"],
    resource_name: "Timeaway",
    resource_documentation: `${settings.appUrl}/llms.txt`,
  };
  return publicDocument(JSON.stringify(document), maxAgeSeconds);
}
