import type { IncomingMessage, ServerResponse } from "node:http";
import { pathForLog } from "@/server/kernel/http/secret-path";
import type { Services } from "@/server/kernel/services";
import type { Span } from "@/server/kernel/telemetry/tracer";
import { second } from "@/server/kernel/time/clock";
import { redacted } from "@/server/modules/integrations/request-log/redact";
import type { RequestFacts } from "@/server/transport/parsed-request";
import type { FindPageRoute } from "./page-routes";

/**
 * Called with each request at its start; the handlers add to `found`.
 * @returns a wrapper to run its handling in, if any
 */
export type Watch = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  found: RequestFacts,
) => (<T>(handle: () => T) => T) | undefined;

/** Known methods: a client may send any name. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** The status of proxies for a client that left before its answer. */
const clientGone = 499;
const longestPath = 200;

interface Options {
  /** Names requests that none of our handlers answers. */
  findPageRoute: FindPageRoute;
  /** Whether each request is a line of the log. */
  isLogged: boolean;
}

/** Counts requests, logs a line for each, and exports their spans; all once the answer is sent. */
export function watchRequests(
  { metrics, log, tracer }: Pick<Services, "metrics" | "log" | "tracer">,
  { findPageRoute, isLogged }: Options,
): Watch {
  return (incoming, outgoing, found) => {
    const began = performance.now();
    const span = tracer?.beginRoot("HTTP", "server", incoming.headers.traceparent);
    outgoing.on("close", () => {
      const ms = performance.now() - began;
      const facts: RequestFacts = found.api === "pages" ? findPageRoute(pathOf(incoming)) : found;
      const { api, route } = facts;
      const method = methods.has(incoming.method ?? "") ? (incoming.method ?? "") : "other";
      const status = outgoing.headersSent ? outgoing.statusCode : clientGone;
      metrics?.requests.inc({ api, method, status });
      metrics?.requestDuration.observe({ api, method, route: route ?? "unmatched" }, ms / second);
      if (isLogged)
        log.info({ ...lineOf(incoming, facts, status, ms), ...(span && tracer?.logFields(span)) }, "request");
      if (span) endRequest(span, incoming, facts, status);
    });
    return span && ((handle) => (tracer ? tracer.within(span, handle) : handle()));
  };
}

/** Attributes of OpenTelemetry's conventions for HTTP servers. */
function endRequest(span: Span, incoming: IncomingMessage, facts: RequestFacts, status: number): void {
  const method = methods.has(incoming.method ?? "") ? (incoming.method ?? "") : "_OTHER";
  span.name = facts.route === null ? method : `${method} ${facts.route}`;
  span.hasFailed = status >= 500;
  span.set({
    "http.request.method": method,
    "http.route": facts.route,
    "http.response.status_code": status,
    // An unknown path may contain anything.
    "url.path": facts.route,
    "timeaway.api": facts.api,
    "timeaway.request_id": facts.requestId,
  });
  span.end();
}

const pathOf = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0] ?? "";

/** Logs the template of a known path, since its values may be secret; never a query. */
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

/** The format of a v1 key is unknown, so the request's own key is redacted. */
function cleanPath(incoming: IncomingMessage): string {
  const key = incoming.headers["x-api-key"];
  return redacted(pathForLog(pathOf(incoming)), longestPath, typeof key === "string" ? key : null);
}
