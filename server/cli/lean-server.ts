import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  ServerResponse,
} from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { makePage, type PageAnswer } from "@/server/kernel/http/page-answer";
import { noFacts, type Source } from "@/server/transport/parsed-request";
import { establishSource, normalize } from "./incoming";
import { type NoteRefused, type Refused, refuseMalformed, refuseRequest } from "./refusal";
import { StartError } from "./start-error";
import type { Watch } from "./watch-requests";

/** Answers a request for the API; null leaves it to the pages. */
export type Dispatch = (request: Request, source: Source) => Promise<Response> | null;
export type PageHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
export type Handlers = {
  dispatch: Dispatch;
  pages: PageHandler;
  watch?: Watch | undefined;
  noteRefused?: NoteRefused | undefined;
};

const IN_FLIGHT_MS = 10_000;

/** Servers that close each connection with its next answer. */
const ending = new WeakSet<Server>();

/** The state of page answers. */
const pageAnswers = new WeakMap<ServerResponse, PageAnswer>();

/** The Retry-After in seconds while the database is unavailable; the page itself retries automatically. */
const retryAfter = "5";

/**
 * Without keep-alive once its server ends, also for a request that came before: its client opens the next connection elsewhere. Changes
 * Next's 500 to 503 while the database is unavailable (RFC 9110, 15.6.4).
 */
const answerOf = (server: () => Server) =>
  class Answer extends ServerResponse {
    override writeHead(status: number, ...head: unknown[]): this {
      if (ending.has(server())) this.shouldKeepAlive = false;
      const isUnavailable = status === 500 && pageAnswers.get(this)?.isUnavailable === true;
      if (isUnavailable) this.setHeader("retry-after", retryAfter);
      return super.writeHead(isUnavailable ? 503 : status, ...(head as []));
    }
  };

/** Timeouts for receiving a request; afterwards its connection is closed for good. */
export interface ReceiveLimits {
  headersMs: number;
  /** Headers and body together. */
  requestMs: number;
  /** How often connections are checked. */
  checkEveryMs: number;
  /** How long a refused client has to read the answer and close its side. */
  graceMs: number;
  /** How long an idle connection stays open (decision 1.23). */
  idleMs: number;
}
const RECEIVE_LIMITS: ReceiveLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkEveryMs: 1000,
  graceMs: 1000,
  idleMs: 125_000,
};

/**
 * The one HTTP server: the API's handlers first, then the pages'. Requests that arrive before `ready` wait for it.
 * @param options.onError called with errors that no handler caught
 */
export function leanServer(
  ready: Promise<Handlers>,
  options: { trustedProxies: number; onError: (error: unknown) => void; limits?: ReceiveLimits },
): Server {
  const limits = options.limits ?? RECEIVE_LIMITS;
  let handlers: Handlers | undefined;
  const listener = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      const facts = noFacts();
      const source = { ...establishSource(incoming, options.trustedProxies), facts };
      const handle = () => {
        const response = handlers?.dispatch(request, source);
        if (response) return response;
        if (handlers) servePage(handlers.pages, incoming, outgoing, options.onError);
        return RESPONSE_ALREADY_SENT;
      };
      const within = handlers?.watch?.(incoming, outgoing, facts);
      return within ? within(handle) : handle();
    },
    { overrideGlobalObjects: false, errorHandler: (error) => failed(error, options.onError) },
  );
  const note = (refused: Refused) => handlers?.noteRefused?.(refused);
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    normalize(incoming)
      ? void listener(incoming, outgoing)
      : refuseRequest(outgoing, "MALFORMED_REQUEST", note);
  ready.then((found) => {
    handlers = found;
  });
  const settings = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAliveTimeout: limits.idleMs,
    requireHostHeader: false,
  };
  const server: Server = createServer(
    { ...settings, ServerResponse: answerOf(() => server) },
    (incoming, outgoing) => {
      if (handlers) answer(incoming, outgoing);
      else ready.then(() => answer(incoming, outgoing));
    },
  );
  server.on("checkExpectation", (_, outgoing) => refuseRequest(outgoing, "EXPECTATION_FAILED", note));
  const { graceMs } = limits;
  return server.on("clientError", (error, socket) => refuseMalformed(error, socket, { graceMs, note }));
}

/**
 * @param host the address to listen on; undefined for every one
 * @param prefix of the HOST and PORT settings
 * @throws StartError when listening fails
 */
export function listen(server: Server, port: number, host: string | undefined, prefix = ""): Promise<void> {
  const whyNot = ({ code, message }: NodeJS.ErrnoException): string => {
    const name = `${prefix}PORT`;
    if (code === "EADDRINUSE")
      return `${name}: ${port} is taken by another process; set ${name} to a free one.`;
    if (code === "EACCES")
      return `${name}: ${port} may not be opened by this user; set ${name} to one above 1023.`;
    return `${prefix}HOST: cannot listen on ${host}: ${message}.`;
  };
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new StartError(whyNot(error))));
    server.listen(port, host, resolve);
  });
}

/**
 * Stops accepting connections, and lets requests in flight finish, up to a timeout.
 * @param lead until then requests are still answered, each as the last of its connection, so that a load balancer can take the process
 *   out of rotation first
 */
export async function drain(server: Server, lead?: Promise<unknown>): Promise<void> {
  ending.add(server);
  await lead;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that becomes idle after close() would stay open until its client leaves.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, delay(IN_FLIGHT_MS, undefined, { ref: false })]);
  clearInterval(idle);
  server.closeAllConnections();
}

function servePage(
  pages: PageHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  onError: (error: unknown) => void,
): void {
  // Next would answer each with a 500.
  if (incoming.method === "TRACE") refuse(outgoing, 405);
  else if (!isDecodable(incoming.url ?? "") || !isReadableState(incoming.headers)) refuse(outgoing, 400);
  else {
    const found: PageAnswer = { isUnavailable: false };
    pageAnswers.set(outgoing, found);
    makePage(found, () => pages(incoming, outgoing)).catch((error) => {
      // A client that left in the middle of its request is no fault of ours.
      if (!incoming.complete && incoming.destroyed) return;
      onError(error);
      if (!outgoing.headersSent) refuse(outgoing, 500);
    });
  }
}

function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Whether the router state that a page's script sends is valid for Next's own parser. */
function isReadableState(headers: IncomingHttpHeaders): boolean {
  try {
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return true;
  } catch {
    return false;
  }
}

function failed(error: unknown, onError: (error: unknown) => void): Response {
  onError(error);
  return new Response(null, { status: 500, headers: { "content-length": "0" } });
}

function refuse(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { "content-length": 0 }).end();
}
