import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { rateLimitHeaders } from "@/server/modules/rate-limits/policy";
import { scopeNeeded, tokenNeeded } from "@/server/oauth/challenge";
import { OauthError } from "@/server/oauth/errors";
import { type GrantAdmission, spendMore } from "@/server/oauth/grants/admit";
import { admitBearer } from "@/server/oauth/grants/admit-bearer";
import { preflight, refusal } from "@/server/oauth/respond";
import { isWriteScope } from "@/server/oauth/scopes";
import { toResponse } from "@/server/transport/answer";
import { begin } from "../log-request";
import type { AdmittedExchange, Exchange } from "./exchange";
import { logMcp } from "./log-mcp";
import { calledTool, type JsonRpcMessage, readMessages, tooLarge, unreadable } from "./messages";
import { checkOrigin } from "./own-origin";
import { scopeOfResource } from "./resources";
import { serverFor } from "./server";
import { findTool } from "./tools";

/** By request, since the protocol's own context has no room for what is ours. */
const exchanges = new WeakMap<object, AdmittedExchange>();
const handlers = new WeakMap<Services, McpHttpHandler>();

/** The protocol of both eras (2025-03-26 to 2026-07-28), without sessions: any process answers any request. */
function handlerOf(services: Services): McpHttpHandler {
  const known = handlers.get(services);
  if (known) return known;
  const made = createMcpHandler(
    ({ authInfo }) => {
      const exchange = authInfo?.extra && exchanges.get(authInfo.extra);
      if (!exchange) throw new Error("A message came past the checks");
      return serverFor(exchange);
    },
    { onerror: (err) => services.log.debug({ err }, "a message of the MCP was refused") },
  );
  services.beforeClose.push(() => made.close());
  handlers.set(services, made);
  return made;
}

/** @throws OauthError unauthorized, invalid_token */
function identify({ request, services }: Exchange): Promise<GrantAdmission> {
  const { settings } = services;
  return admitBearer(services, request, (isGiven) => tokenNeeded(settings, isGiven), [settings.mcpUrl]);
}

/** What a message opens, where it opens anything. */
const scopeOf = (message: JsonRpcMessage): string | undefined =>
  findTool(calledTool(message))?.scope ??
  (message.method === "resources/read"
    ? scopeOfResource((message.params as { uri?: unknown } | undefined)?.uri)
    : undefined);

/** Every scope that the messages need, before the first of them is carried out. @throws OauthError insufficient_scope */
function checkScopes({ services, admission }: AdmittedExchange, messages: readonly JsonRpcMessage[]): void {
  const { via } = admission.actor;
  const has = via.type === "grant" ? via.scopes : [];
  for (const message of messages) {
    const needs = scopeOf(message);
    // What the workspace forbids no other token would open.
    const isForbidden = !admission.mayChangeLeave && needs !== undefined && isWriteScope(needs);
    if (needs !== undefined && !isForbidden && !has.includes(needs))
      throw scopeNeeded(services.settings, has, needs);
  }
}

async function answerTo(exchange: Exchange, host: string): Promise<Response> {
  const { request, services } = exchange;
  checkOrigin(request, host, services.settings);
  if (request.method === "OPTIONS") return toResponse(preflight(["POST", "OPTIONS"]), request.method);
  const admission = await identify(exchange);
  exchange.admission = admission;
  if (admission.error) throw admission.error;
  const admitted: AdmittedExchange = { ...exchange, admission };
  const given = request.method === "POST" ? await readMessages(request) : { body: undefined, messages: [] };
  if (given === tooLarge) throw new OauthError("invalid_request", "The message is too large.");
  if (given === unreadable) throw new OauthError("invalid_request", "The body is not JSON in UTF-8.");
  exchange.messages = given.messages;
  for (const _ of given.messages.slice(1)) await spendMore(services, admission);
  checkScopes(admitted, given.messages);
  const extra = {};
  exchanges.set(extra, admitted);
  const { clientId, actor } = admission;
  const scopes = actor.via.type === "grant" ? [...actor.via.scopes] : [];
  const response = await handlerOf(services).fetch(request, {
    authInfo: { token: "", clientId, scopes, extra },
    parsedBody: given.body,
  });
  if (admitted.refusal) exchange.refusal = admitted.refusal;
  return response;
}

/** What let nothing through, in the format that OAuth's clients read. */
function refused(exchange: Exchange, thrown: unknown): Response {
  const answer = refusal(errorOf(exchange, thrown));
  exchange.refused = answer.body;
  return toResponse(answer, "POST");
}

function errorOf({ services, requestId }: Exchange, thrown: unknown): OauthError {
  if (thrown instanceof OauthError) return thrown;
  if (thrown instanceof ApiError && thrown.status === 429) return limitReached(thrown, services.clock());
  services.log.error({ requestId, err: thrown }, "a request to the MCP server failed");
  return new OauthError("server_error", "Something went wrong on our side. Try again.");
}

/** Which limit it was, and when there will be room again. */
function limitReached({ message, more }: ApiError, now: Date): OauthError {
  const resetAt = more.details?.resetAt;
  const waitMs = typeof resetAt === "string" ? Date.parse(resetAt) - now.getTime() : 0;
  return new OauthError("too_many_requests", message, {
    "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))),
  });
}

/** Answers one request to the MCP server (decision 13). Never throws. */
export async function handleMcp(
  request: Request,
  services: Services,
  { host }: { host: string },
): Promise<Response> {
  const beginning = begin(services);
  const exchange: Exchange = { services, request, requestId: newRequestId(beginning.at) };
  const answer = await answerTo(exchange, host).catch((thrown: unknown) => refused(exchange, thrown));
  const { admission } = exchange;
  const origin = request.headers.get("origin");
  const headers = {
    "cache-control": "no-store",
    "x-request-id": exchange.requestId,
    ...(admission && rateLimitHeaders(admission.allowance)),
    ...(origin !== null &&
      answer.status !== 403 && {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "www-authenticate, retry-after, x-request-id, mcp-protocol-version",
        vary: "origin",
      }),
  };
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  logMcp(exchange, answer, beginning);
  return answer;
}
