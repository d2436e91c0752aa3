import type { IncomingMessage, ServerResponse } from "node:http";
import { requestCount, requestDuration } from "@/server/api/request-meters";
import { second } from "@/server/kernel/clock";
import { factsOf, type RequestFacts } from "@/server/kernel/request-facts";
import { pathForLog } from "@/server/kernel/secret-path";
import type { Services } from "@/server/kernel/services";
import type { Span } from "@/server/kernel/tracer";
import { redacted } from "@/server/modules/request-log/redact";
import type { FindPageRoute } from "./page-routes";

/**
 * Told of each request as it begins; `request` is what the handlers are given.
 * @returns what its handling is to run in, if that matters
 */
export type Watch = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  request: Request,
) => (<T>(handle: () => T) => T) | undefined;

/** Whoever asks may name any method. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** As proxies call it when a client left before its answer. */
const clientGone = 499;
const longestPath = 200;

interface Options {
  /** Names what no handler of ours answers. */
  findPageRoute: FindPageRoute;
  /** Whether each request is a line of the log. */
  isLogged: boolean;
}

/** Counts requests, writes a line of each, and tells a collector of them; all once the answer is out. */
export function watchRequests(
  { meters, log, tracer }: Pick<Services, "meters" | "log" | "tracer">,
  { findPageRoute, isLogged }: Options,
): Watch {
  return (incoming, outgoing, request) => {
    const began = performance.now();
    const span = tracer?.beginRoot("HTTP", "server", incoming.headers.traceparent);
    outgoing.on("close", () => {
      const ms = performance.now() - began;
      const facts: RequestFacts = factsOf(request) ?? findPageRoute(pathOf(incoming));
      const { api, route } = facts;
      const method = methods.has(incoming.method ?? "") ? (incoming.method ?? "") : "other";
      const status = outgoing.headersSent ? outgoing.statusCode : clientGone;
      meters.add(requestCount, { api, method, status: String(status) });
      meters.observe(requestDuration, { api, method, route: route ?? "unmatched" }, ms / second);
      if (isLogged)
        log.info({ ...lineOf(incoming, facts, status, ms), ...(span && tracer?.logFields(span)) }, "request");
      if (span) endRequest(span, incoming, facts, status);
    });
    return span && ((handle) => (tracer ? tracer.within(span, handle) : handle()));
  };
}

/** As OpenTelemetry's conventions for HTTP servers name it. */
function endRequest(span: Span, incoming: IncomingMessage, facts: RequestFacts, status: number): void {
  const method = methods.has(incoming.method ?? "") ? (incoming.method ?? "") : "_OTHER";
  span.name = facts.route === null ? method : `${method} ${facts.route}`;
  span.hasFailed = status >= 500;
  span.set({
    "http.request.method": method,
    "http.route": facts.route,
    "http.response.status_code": status,
    // Of a path that is not ours nobody knows what stands in it.
    "url.path": facts.route,
    "timeaway.api": facts.api,
    "timeaway.request_id": facts.requestId,
  });
  span.end();
}

const pathOf = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0] ?? "";

/** The template of a path that is known, since what stands in its place may be a secret; never a query. */
function lineOf(incoming: IncomingMessage, facts: RequestFacts, status: number, ms: number): object {
  const { api, route, requestId, workspaceId, keyId } = facts;
  return {
    api,
    method: incoming.method,
    path: route ?? cleanPath(incoming),
    status,
    durationMs: Math.round(ms * 10) / 10,
    ...(requestId && { requestId }),
    ...(workspaceId && { workspaceId }),
    ...(keyId && { keyId }),
  };
}

/** Of a v1 key only who shows it knows what it looks like. */
function cleanPath(incoming: IncomingMessage): string {
  const key = incoming.headers["x-api-key"];
  return redacted(pathForLog(pathOf(incoming)), longestPath, typeof key === "string" ? key : null);
}
