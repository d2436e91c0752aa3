import { isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { readTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { rateLimitHeaders } from "@/server/modules/integrations/rate-limits/policy";
import { scopeNeeded, tokenNeeded } from "@/server/oauth/challenge";
import { compressed, OauthError, temporarilyUnavailable } from "@/server/oauth/errors";
import { type GrantAdmission, spendMore } from "@/server/oauth/grants/admit";
import { admitBearer } from "@/server/oauth/grants/admit-bearer";
import { preflight, refusal } from "@/server/oauth/respond";
import { isWriteScope } from "@/server/oauth/scopes";
import { type Answer, toResponse } from "@/server/transport/answer";
import type { ParsedRequest } from "@/server/transport/parsed-request";
import { isEncoded } from "@/server/transport/read-body";
import { begin } from "../log-request";
import type { AdmittedExchange, Exchange } from "./exchange";
import type { Restore } from "./large-ids";
import { logMcp } from "./log-mcp";
import {
  calledTool,
  type JsonRpcMessage,
  type ReadMessages,
  readMessages,
  tooLarge,
  unreadable,
} from "./messages";
import { checkOrigin } from "./own-origin";
import { scopeOfResource } from "./resources";
import { speak } from "./speak";
import { findTool } from "./tools";

const methods = ["POST", "OPTIONS"];
/** Headers that pages send with a token: method and name since 2026-07-28, the session headers of earlier revisions. */
const protocolHeaders = ["mcp-method", "mcp-name", "mcp-session-id", "last-event-id"];

/** @throws OauthError unauthorized, invalid_token */
function identify({ request, services }: Exchange): Promise<GrantAdmission> {
  const { settings } = services;
  return admitBearer(services, request, (isGiven) => tokenNeeded(settings, isGiven), [settings.mcpUrl]);
}

/** The scope of what a message opens, if anything. */
const scopeOf = (message: JsonRpcMessage): string | undefined =>
  findTool(calledTool(message))?.scope ??
  (message.method === "resources/read"
    ? scopeOfResource((message.params as { uri?: unknown } | undefined)?.uri)
    : undefined);

/** Checks the scopes of all messages before the first is carried out. @throws OauthError insufficient_scope */
function checkScopes({ services, admission }: AdmittedExchange, messages: readonly JsonRpcMessage[]): void {
  const { via } = admission.actor;
  const has = via.type === "grant" ? via.scopes : [];
  for (const message of messages) {
    const needs = scopeOf(message);
    // No other token opens what the workspace forbids.
    const isForbidden = !admission.mayChangeLeave && needs !== undefined && isWriteScope(needs);
    if (needs !== undefined && !isForbidden && !has.includes(needs))
      throw scopeNeeded(services.settings, has, needs);
  }
}

async function answerTo(exchange: Exchange): Promise<Answer | Response> {
  const { request, method, host, services } = exchange;
  exchange.origin = checkOrigin(request, host, services.settings);
  if (method === "OPTIONS") return preflight(methods, protocolHeaders);
  const admission = await identify(exchange);
  exchange.admission = admission;
  if (admission.error) throw admission.error;
  const admitted: AdmittedExchange = { ...exchange, admission };
  if (isEncoded(request)) throw compressed();
  const given = method === "POST" ? await readMessages(request) : nothing;
  if (given === tooLarge) throw new OauthError("invalid_request", "The message is too large.");
  if (given === unreadable) throw new OauthError("invalid_request", "The body is not JSON in UTF-8.");
  exchange.messages = given.messages;
  for (const _ of given.messages.slice(1)) await spendMore(services, admission);
  checkScopes(admitted, given.messages);
  const spoken = { request, parsedBody: given.body };
  const answer = await withTimeout(speak(admitted, spoken), readTimeoutMs);
  exchange.refusal = admitted.refusal;
  // The grant ended during the call, which was therefore not carried out.
  if (admitted.refusal?.code === "UNAUTHORIZED") throw admitted.refusal;
  return given.restoreIds ? withIds(answer, given.restoreIds) : answer;
}

const nothing: ReadMessages = { body: undefined, messages: [], restoreIds: null };

/** A response with the ids as they were sent. The SDK streams one event per chunk. */
function withIds(answer: Answer | Response, restore: Restore): Answer | Response {
  if (!isStream(answer)) return { ...answer, body: answer.body && restore(answer.body) };
  const restoring = new TransformStream<string, string>({
    transform: (event, controller) => controller.enqueue(restore(event)),
  });
  const body = answer.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(restoring)
    .pipeThrough(new TextEncoderStream());
  return new Response(body, answer);
}

/** An error before any message was carried out, in the format of OAuth clients. */
function refused(exchange: Exchange, thrown: unknown): Answer {
  const answer = refusal(errorOf(exchange, thrown));
  exchange.refused = answer.body;
  return answer;
}

function errorOf({ services, requestId }: Exchange, thrown: unknown): OauthError {
  if (thrown instanceof OauthError) return thrown;
  if (thrown instanceof ApiError && thrown.status === 429) return limitReached(thrown, services.clock());
  if (thrown instanceof ApiError && thrown.code === "UNAUTHORIZED")
    return tokenNeeded(services.settings, true);
  if (isDatabaseUnavailable(thrown)) {
    services.log.warn({ requestId, err: thrown }, "the database is unavailable");
    return temporarilyUnavailable();
  }
  services.log.error({ requestId, err: thrown }, "a request to the MCP server failed");
  return new OauthError("server_error", "Something went wrong on our side. Try again.");
}

/** Names the limit, and when to retry. */
function limitReached({ message, more }: ApiError, now: Date): OauthError {
  const resetAt = more.details?.resetAt;
  const waitMs = typeof resetAt === "string" ? Date.parse(resetAt) - now.getTime() : 0;
  return new OauthError("too_many_requests", message, {
    "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))),
  });
}

/** Answers one request to the MCP server (decision 13). Never throws. */
export async function handleMcp(parsed: ParsedRequest, services: Services): Promise<Response> {
  const beginning = begin(services);
  const exchange: Exchange = { ...parsed, services, requestId: newRequestId(beginning.at) };
  const answer = await answerTo(exchange).catch((thrown: unknown) => refused(exchange, thrown));
  const { admission, origin } = exchange;
  const headers = {
    "cache-control": "no-store",
    "x-request-id": exchange.requestId,
    ...(answer.status === 405 && { allow: methods.join(", ") }),
    ...(admission && rateLimitHeaders(admission.allowance)),
    ...(origin && {
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "www-authenticate, retry-after, x-request-id, mcp-protocol-version",
      vary: "origin",
    }),
  };
  // Clients of the older revisions probe for a stream by GET, and there is none: neither a call nor an error.
  if (parsed.method === "POST") logMcp(exchange, answer, beginning);
  return withHeaders(answer, headers, parsed.method);
}

function withHeaders(answer: Answer | Response, headers: Record<string, string>, method: string): Response {
  if (!isStream(answer)) return toResponse({ ...answer, headers: { ...answer.headers, ...headers } }, method);
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

const isStream = (answer: Answer | Response): answer is Response =>
  typeof answer.body === "object" && answer.body !== null;
