import { transportSecurity } from "@/server/kernel/http/security-headers";
import { services } from "@/server/kernel/process";
import type { Services } from "@/server/kernel/services";
import { handleOauth } from "@/server/oauth/routes";
import { type ParsedRequest, parseRequest, type Source } from "@/server/transport/parsed-request";
import { handleFeed } from "./handle-feed";
import { handleHooks } from "./hooks";
import { type HostRole, type Hosts, hostsOf } from "./hosts";
import { handleMcp } from "./mcp/handle-mcp";
import { readMetrics } from "./metrics";
import { handleProbe, probes } from "./probes";
import { handleScim } from "./scim/handle-scim";
import { handleV1 } from "./v1";
import { handleV2 } from "./v2";

/** @param path the API's own, which a host may mount below a prefix */
type Handler = (parsed: ParsedRequest, services: Services, path: string) => Promise<Response>;

/** Finds out whether a request is for an API. @returns the API's own path; null when it is not */
type Claim = (parsed: ParsedRequest, hosts: Hosts) => string | null;

/** An API on its hosts. */
interface Mount {
  /** Its name in logs and metrics. */
  api: string;
  /** The hosts that serve it. */
  roles: readonly HostRole[] | "any";
  claim: Claim;
  /** Pages have none of these paths, on any host. */
  isReserved?: true;
  /** The template of every path of it, for logs; by default the handler adds the one that it finds. */
  route?: string;
  /** Absent where the request is left to the pages. */
  handle?: Handler;
}

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

const where =
  (isMeant: (parsed: ParsedRequest, hosts: Hosts) => boolean): Claim =>
  (parsed, hosts) =>
    isMeant(parsed, hosts) ? parsed.path : null;
const below = (root: string): Claim => where(({ path }) => isBelow(path, root));
const every: Claim = ({ path }) => path;

/** The MCP server's one address, also with a trailing slash, which people often type into a client. */
const mcpAddress = where(
  ({ path }, { mcpPath }) => path === mcpPath || (mcpPath !== "" && path === `${mcpPath}/`),
);

/** Pages among the protocol's paths; the consent page has the path of the protocol's endpoint (decision 1.4). */
const oauthPage = where(({ path, search }) => isBelow(path, "/oauth/error") || isConsentPage(path, search));

function isConsentPage(path: string, search: string): boolean {
  if (path !== "/oauth/authorize") return false;
  const query = new URLSearchParams(search);
  return !!query.get("session") && !query.has("client_id");
}

/** Paths that both auth hosts serve (decision 3.1). */
const isProtocolPath = (path: string): boolean =>
  isBelow(path, "/oauth") ||
  path === "/.well-known/oauth-authorization-server" ||
  path === "/.well-known/openid-configuration";

function legacyProtocol({ path }: ParsedRequest, { legacyPrefix }: Hosts): string | null {
  if (!path.startsWith(`${legacyPrefix}/`)) return null;
  const meant = path.slice(legacyPrefix.length);
  return isProtocolPath(meant) ? meant : null;
}

const issuerDocument = where(({ path }, { issuerPath }) => isBelow(path, `${issuerPath}/.well-known`));
const serverMetadata = where(
  ({ path }, { issuerPath }) => path === `/.well-known/oauth-authorization-server${issuerPath}`,
);

/** Every path that may be a page: none that another host's API has. */
const page = where(
  (parsed, hosts) =>
    hosts.single || !mounts.some(({ isReserved, claim }) => isReserved && claim(parsed, hosts) !== null),
);

const oauth = { api: "oauth", handle: handleOauth };
const pages = { api: "pages" };
const plainNotFound = async (): Promise<Response> =>
  new Response("Not Found\n", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });

/** The first mount that claims a request has it. */
const mounts: readonly Mount[] = [
  { api: "v2", roles: ["base"], claim: below("/v2"), isReserved: true, handle: handleV2 },
  { api: "v1", roles: ["base"], claim: below("/v1"), isReserved: true, handle: handleV1 },
  { api: "hooks", roles: ["base"], claim: below("/hooks"), isReserved: true, handle: handleHooks },
  { api: "scim", roles: ["base"], claim: below("/scim/v2"), isReserved: true, handle: handleScim },
  { api: "mcp", roles: ["mcp"], claim: mcpAddress, isReserved: true, route: "/mcp", handle: handleMcp },
  { api: "ical", roles: ["app"], claim: below("/ical"), route: "/ical/{token}", handle: handleFeed },
  ...probes.map((probe): Mount => {
    const claim = where(({ path }) => path === probe.path);
    return { api: "operator", roles: "any", claim, route: probe.path, handle: handleProbe(probe) };
  }),
  { ...pages, roles: ["app"], claim: oauthPage },
  { ...oauth, roles: ["auth"], claim: where(({ path }) => isProtocolPath(path)), isReserved: true },
  { ...oauth, roles: ["legacy"], claim: legacyProtocol },
  { ...oauth, roles: ["mcp"], claim: below("/.well-known/oauth-protected-resource") },
  { ...oauth, roles: ["issuer"], claim: issuerDocument },
  { ...oauth, roles: ["app", "issuer"], claim: serverMetadata },
  { ...pages, roles: ["app"], claim: page },
  // 404 in the format of the requested host (decision 1.3).
  { ...pages, roles: ["app"], claim: every, handle: plainNotFound },
  { api: "v2", roles: ["base"], claim: every, handle: handleV2 },
  { ...oauth, roles: ["auth", "legacy", "issuer", "mcp"], claim: () => "/oauth/unknown" },
];

const hostsBySettings = new WeakMap<object, Hosts>();
function hostsFor(services: Services): Hosts {
  const hosts = hostsBySettings.get(services.settings) ?? hostsOf(services.settings);
  hostsBySettings.set(services.settings, hosts);
  return hosts;
}

/** `dispatch` with given services, for tests. */
export function dispatchWith(services: Services, request: Request, source: Source): Promise<Response> | null {
  const parsed = parseRequest(request, source);
  const hosts = hostsFor(services);
  const hostRoles = hosts.rolesOf(source.host);
  for (const { api, roles, claim, route = null, handle } of mounts) {
    if (roles !== "any" && !roles.some((role) => hostRoles.includes(role))) continue;
    const path = claim(parsed, hosts);
    if (path === null) continue;
    Object.assign(parsed.facts, { api, route });
    return handle ? handle(parsed, services, path) : null;
  }
  return plainNotFound();
}

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
