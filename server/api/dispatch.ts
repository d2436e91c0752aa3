import { setApi } from "@/server/kernel/http/request-facts";
import { transportSecurity } from "@/server/kernel/http/security-headers";
import { services } from "@/server/kernel/process";
import type { Services } from "@/server/kernel/services";
import { handleOauth } from "@/server/oauth/routes";
import { targetOf } from "@/server/transport/answer";
import { handleFeed } from "./handle-feed";
import { handleHooks } from "./hooks";
import { type HostRole, type Hosts, hostsOf } from "./hosts";
import { handleMcp } from "./mcp/handle-mcp";
import { readMetrics } from "./metrics";
import { handleProbe } from "./probes";
import { handleV1 } from "./v1";
import { handleV2 } from "./v2";

/** Where a request came from, as the server in front of us knows it. */
export interface Source {
  /** The caller's address; null when unknown. */
  ip: string | null;
  /** The Host header, with its port. */
  host: string;
}

const below = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

const hostsBySettings = new WeakMap<object, Hosts>();
function hostsFor(services: Services): Hosts {
  const hosts = hostsBySettings.get(services.settings) ?? hostsOf(services.settings);
  hostsBySettings.set(services.settings, hosts);
  return hosts;
}

/** The MCP server's one address, also with a trailing slash, which people often type into a client. */
const isMcp = (path: string, { mcpPath }: Hosts): boolean =>
  path === mcpPath || (mcpPath !== "" && path === `${mcpPath}/`);

/** Whether a request is for the consent page although its path is the protocol endpoint's (decision 1.4). */
function isConsentPage(path: string, search: string): boolean {
  if (path !== "/oauth/authorize") return false;
  const query = new URLSearchParams(search);
  return !!query.get("session") && !query.has("client_id");
}

const isPage = (path: string, search: string): boolean =>
  path === "/oauth/error" || path.startsWith("/oauth/error/") || isConsentPage(path, search);

/** The OAuth path of a request on this host; null when it has none. */
function oauthPath(path: string, hosts: Hosts, roles: readonly HostRole[]): string | null {
  if (roles.includes("auth") && isProtocolPath(path)) return path;
  if (roles.includes("legacy") && path.startsWith(`${hosts.legacyPrefix}/`)) {
    const meant = path.slice(hosts.legacyPrefix.length);
    if (isProtocolPath(meant)) return meant;
  }
  if (roles.includes("mcp") && below(path, "/.well-known/oauth-protected-resource")) return path;
  if (roles.includes("issuer") && below(path, `${hosts.issuerPath}/.well-known`)) return path;
  if (roles.includes("app") || roles.includes("issuer"))
    return path === `/.well-known/oauth-authorization-server${hosts.issuerPath}` ? path : null;
  return null;
}

/** Paths that both auth hosts serve (decision 3.1). */
const isProtocolPath = (path: string): boolean =>
  below(path, "/oauth") ||
  path === "/.well-known/oauth-authorization-server" ||
  path === "/.well-known/openid-configuration";

/**
 * Answers every request but those for pages, on both mounts: the same function runs behind the lean server and behind Next's route
 * handlers.
 * @returns null for a page
 */
export function dispatch(request: Request, source: Source): Promise<Response> | null {
  return secured(services(), dispatchWith(services(), request, source));
}

/** The metrics for Prometheus; never at an address of `dispatch`. */
export const metrics = () => readMetrics(services());

const transportHeaders = new WeakMap<object, [string, string][]>();

/** Adds Strict-Transport-Security where our URLs are https; elsewhere the response stays untouched, which is faster. */
function secured({ settings }: Services, answer: Promise<Response> | null): Promise<Response> | null {
  let headers = transportHeaders.get(settings);
  if (!headers) {
    const [auth, base] = [settings.authUrl, settings.baseUrl].map((url) => transportSecurity(settings, url));
    headers = Object.entries({ ...auth, ...base });
    transportHeaders.set(settings, headers);
  }
  if (!answer || headers.length === 0) return answer;
  return answer.then((response) => {
    for (const [name, value] of headers) response.headers.set(name, value);
    return response;
  });
}

/** `dispatch` with given services, for tests. */
export function dispatchWith(services: Services, request: Request, source: Source): Promise<Response> | null {
  const { path, search } = targetOf(request.url);
  const hosts = hostsFor(services);
  const roles = hosts.rolesOf(source.host);
  if (roles.includes("base") && below(path, "/v2")) return handleV2(setApi(request, "v2"), services);
  if (roles.includes("base") && below(path, "/v1")) return handleV1(setApi(request, "v1"), services);
  if (roles.includes("base") && below(path, "/hooks")) return handleHooks(setApi(request, "hooks"), services);
  if (roles.includes("mcp") && isMcp(path, hosts))
    return handleMcp(setApi(request, "mcp", "/mcp"), services, source);
  if (roles.includes("app") && below(path, "/ical"))
    return handleFeed(setApi(request, "ical", "/ical/{token}"), services, source);
  const probe = handleProbe(request, path, services);
  if (probe) return probe;
  if (roles.includes("app") && isPage(path, search)) return null;
  const protocol = oauthPath(path, hosts, roles);
  if (protocol !== null)
    return handleOauth(setApi(request, "oauth"), services, { ip: source.ip, path: protocol });
  if (roles.includes("app") && !isForeign(path, hosts)) return null;
  return notFound(request, services, source, roles);
}

/** Paths of other hosts, which no page may shadow. */
const isForeign = (path: string, hosts: Hosts): boolean =>
  !hosts.single &&
  (below(path, "/v1") ||
    below(path, "/v2") ||
    below(path, "/hooks") ||
    isMcp(path, hosts) ||
    isProtocolPath(path));

/** 404 in the format of the requested host (decision 1.3). */
function notFound(
  request: Request,
  services: Services,
  source: Source,
  roles: readonly HostRole[],
): Promise<Response> {
  const { path } = targetOf(request.url);
  if (roles.includes("app")) return Promise.resolve(plainNotFound());
  if (roles.includes("base"))
    return below(path, "/v1")
      ? handleV1(setApi(request, "v1"), services)
      : handleV2(setApi(request, "v2"), services);
  if (roles.length > 0)
    return handleOauth(setApi(request, "oauth"), services, { ip: source.ip, path: "/oauth/unknown" });
  return Promise.resolve(plainNotFound());
}

const plainNotFound = (): Response =>
  new Response("Not Found\n", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });
