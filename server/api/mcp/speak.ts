import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { accepts } from "@/server/transport/accepts";
import { type Answer, json } from "@/server/transport/answer";
import type { AdmittedExchange } from "./exchange";
import { bodyInOurWords, inOurWords } from "./our-words";
import { serverFor } from "./server";
import { answerUsual, readUsual } from "./usual-message";

/** A parsed message. */
interface Spoken {
  request: Request;
  parsedBody: unknown;
}

/** The SDK's JSON as an Answer, which reaches the socket without becoming a stream first; a stream stays one. */
async function inOnePiece(response: Response): Promise<Answer | Response> {
  const { status, headers } = response;
  if (headers.get("content-type")?.startsWith("text/event-stream")) return response;
  const body = bodyInOurWords(await response.text()) || null;
  return { status, headers: Object.fromEntries(headers), body };
}

const notAcceptable: Answer = json(406, {
  jsonrpc: "2.0",
  error: {
    code: -32000,
    message: "This server answers with application/json, which Accept must let through.",
  },
  id: null,
});

/** The SDK requires both media types in Accept, whatever the answer will be. */
function takingEither({ url, method, headers }: Request): Request {
  const widened = new Headers(headers);
  widened.set("accept", "application/json, text/event-stream");
  return new Request(url, { method, headers: widened });
}

/** Revisions before 2026-07-28: one piece of JSON, since the outcome of a call must be known when it is logged. */
async function speakLegacy(
  exchange: AdmittedExchange,
  { request, parsedBody }: Spoken,
): Promise<Answer | Response> {
  if (!accepts(request.headers.get("accept"), "application/json")) return notAcceptable;
  const server = serverFor(exchange);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  // Neither is closed: they own no resources, and closing would process pending work, which costs more than everything else here.
  const handle = async () => inOnePiece(await transport.handleRequest(takingEither(request), { parsedBody }));
  if (Array.isArray(parsedBody)) {
    await server.connect(transport);
    return handle();
  }
  // One message has one answer. It is taken before the SDK would check and wrap it, which costs as much as the call.
  const answered = new Promise<Answer>((resolve) => {
    transport.send = async (message) => {
      if (!("method" in message)) resolve(json(200, inOurWords(message)));
    };
  });
  await server.connect(transport);
  // Refusals before the call, and messages without an answer, come from the transport.
  return Promise.race([answered, handle()]);
}

/**
 * Answers a message of either protocol era (2025-03-26 to 2026-07-28), without sessions: any process answers any request, and a client
 * that disconnects undoes nothing.
 * @returns a Response for a stream
 */
export async function speak(exchange: AdmittedExchange, spoken: Spoken): Promise<Answer | Response> {
  const { request, parsedBody } = spoken;
  const usual = readUsual(request, parsedBody);
  if (usual) return answerUsual(exchange, usual);
  if (request.method === "POST" && (await isLegacyRequest(request, parsedBody)))
    return speakLegacy(exchange, spoken);
  const { log } = exchange.services;
  const handler = createMcpHandler(() => serverFor(exchange), {
    legacy: "reject",
    onerror: (err) => log.debug({ err }, "a message of the MCP was refused"),
  });
  return inOnePiece(await handler.fetch(request, { parsedBody }));
}
