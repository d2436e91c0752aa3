import { isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import type { Settings } from "@/server/kernel/env";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { databaseTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { type Answer, toResponse } from "@/server/transport/answer";
import { type ParsedRequest, targetOf } from "@/server/transport/parsed-request";
import { isReceiving } from "@/server/transport/read-body";
import { authorize } from "./authorize/authorize";
import { OauthError, temporarilyUnavailable } from "./errors";
import { me } from "./me";
import { jwks, metadata } from "./metadata";
import { isFetching, type OauthRequest } from "./oauth-request";
import { protectedResource, protectedResourcePaths } from "./protected-resource";
import { register } from "./register/register";
import { anyOrigin, preflight, refusal } from "./respond";
import { revoke } from "./revoke";
import { beginAttempt, logAttempt } from "./token/log-attempt";
import { token } from "./token/token";

const tokenPath = "/oauth/token";

/** One endpoint of the protocol. */
interface OauthRoute {
  path: string;
  methods: readonly ("GET" | "POST")[];
  handler: (asked: OauthRequest, services: Services) => Promise<Answer>;
  /** Whether a page of another origin may call it; a navigation needs no permission. */
  cors: boolean;
}

/** The path of the issuer's URL; empty when it has none. */
const issuerPath = ({ issuerUrl }: Settings): string => targetOf(issuerUrl).path.replace(/\/$/, "");

/** Every endpoint of the protocol, on any host. */
function oauthRoutes(settings: Settings): OauthRoute[] {
  const issuer = issuerPath(settings);
  const documents = [
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration",
    // RFC 8414, 3.1: the issuer's path follows the well-known one; OpenID puts it in front.
    `/.well-known/oauth-authorization-server${issuer}`,
    `${issuer}/.well-known/openid-configuration`,
  ];
  return [
    ...[...new Set(documents)].map(
      (path): OauthRoute => ({ path, methods: ["GET"], handler: metadata, cors: true }),
    ),
    ...protectedResourcePaths(settings).map(
      (path): OauthRoute => ({ path, methods: ["GET"], handler: protectedResource, cors: true }),
    ),
    { path: `${issuer}/.well-known/jwks.json`, methods: ["GET"], handler: jwks, cors: true },
    { path: "/oauth/register", methods: ["POST"], handler: register, cors: true },
    { path: "/oauth/authorize", methods: ["GET"], handler: authorize, cors: false },
    { path: tokenPath, methods: ["POST"], handler: token, cors: true },
    { path: "/oauth/me", methods: ["GET", "POST"], handler: me, cors: true },
    { path: "/oauth/revoke", methods: ["POST"], handler: revoke, cors: true },
  ];
}

type Table = ReadonlyMap<string, OauthRoute>;
const tables = new WeakMap<Settings, Table>();

function tableOf(settings: Settings): Table {
  const table = tables.get(settings) ?? new Map(oauthRoutes(settings).map((route) => [route.path, route]));
  tables.set(settings, table);
  return table;
}

const methodsOf = ({ methods }: OauthRoute): string[] =>
  methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));

async function perform(
  asked: OauthRequest,
  services: Services,
  route: OauthRoute | undefined,
): Promise<Answer> {
  if (!route) throw new OauthError("not_found", "This path doesn't exist.");
  const methods = methodsOf(route);
  if (route.cors && asked.method === "OPTIONS") return preflight(methods);
  if (!methods.includes(asked.method))
    throw new OauthError("method_not_allowed", "This path doesn't support this method.", {
      allow: [...methods, ...(route.cors ? ["OPTIONS"] : [])].join(", "),
    });
  return route.handler(asked, services);
}

/** The error in the protocol's format: a client must never have to read HTML or a stack trace (decision 3.13). */
function refusalOf(error: unknown, services: Services, at: { path: string; requestId: string }): Answer {
  if (error instanceof OauthError) return refusal(error);
  // At the token endpoint every internal error is `server_error` (decision 3.13).
  if (isDatabaseUnavailable(error) && at.path !== tokenPath) {
    services.log.warn({ err: error, ...at }, "the database is unavailable");
    return refusal(temporarilyUnavailable());
  }
  services.log.error({ err: error, ...at }, "an OAuth request failed unexpectedly");
  return refusal(new OauthError("server_error", "Something went wrong on our side. Try again."));
}

/**
 * Answers everything below /oauth and the well-known files, unknown paths included.
 * @param path of the protocol, where a host mounts it below a prefix
 */
export async function handleOauth(
  parsed: ParsedRequest,
  services: Services,
  path: string,
): Promise<Response> {
  const { request, method, facts } = parsed;
  const route = tableOf(services.settings).get(path);
  const attempt = route?.path === tokenPath && method !== "OPTIONS" ? beginAttempt(services) : null;
  const requestId = attempt?.requestId ?? newRequestId(services.clock());
  Object.assign(facts, { route: route?.path ?? null, requestId });
  const asked = attempt ? { ...parsed, attempt } : parsed;
  const isExcused = () => isReceiving(request) || isFetching(asked);
  const answer = await withTimeout(perform(asked, services, route), databaseTimeoutMs, isExcused).catch(
    (error: unknown) => refusalOf(error, services, { path, requestId }),
  );
  if (attempt) attempt.isAbandoned = true;
  if (attempt) logAttempt(services, parsed, attempt, answer);
  const { status, body } = answer;
  const headers = { ...answer.headers, "x-request-id": requestId };
  const shared = route?.cors === false ? headers : { ...headers, ...anyOrigin };
  return toResponse({ status, headers: shared, body }, method);
}
