import {
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCMessage,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Answer, json } from "@/server/transport/answer";
import type { AdmittedExchange } from "./exchange";
import { serverFor } from "./server";
import { answerUsual, readUsual } from "./usual-message";

/** JSON-RPC 2.0, 5.1. */
const [invalidParams, internalError] = [-32602, -32603];

/** A message, already parsed. */
interface Spoken {
  request: Request;
  parsedBody: unknown;
}

/** What zod says of a message, as the SDK hands it on. */
const Faults = z
  .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1);

function faultsIn(text: string): z.output<typeof Faults> | null {
  try {
    return Faults.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Parameters of the wrong form are the sender's fault (JSON-RPC 2.0, 5.1), which the SDK calls its own. */
function inWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message) || message.error.code !== internalError) return message;
  const faults = faultsIn(message.error.message);
  if (!faults) return message;
  const said = faults.map((fault) => `${fault.path.join(".")}: ${fault.message}`).join(" ");
  return { ...message, error: { code: invalidParams, message: `Invalid params: ${said}` } };
}

/** The SDK's JSON as an answer of ours, which reaches the socket without becoming a stream first; a stream stays one. */
async function inOnePiece(response: Response): Promise<Answer | Response> {
  const { status, headers } = response;
  if (headers.get("content-type")?.startsWith("text/event-stream")) return response;
  return { status, headers: Object.fromEntries(headers), body: (await response.text()) || null };
}

/** Revisions before 2026-07-28: one piece of JSON, since what came of a call must be known when it is logged. */
async function speakLegacy(
  exchange: AdmittedExchange,
  { request, parsedBody }: Spoken,
): Promise<Answer | Response> {
  const server = serverFor(exchange);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  // Neither is closed: they hold nothing, and what closing makes of what is pending costs more than the rest of them.
  if (Array.isArray(parsedBody)) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(inWords(message), options);
    await server.connect(transport);
    return inOnePiece(await transport.handleRequest(request, { parsedBody }));
  }
  // One message has one answer: it is taken where the SDK would check and wrap it, which costs as much as the call.
  const answered = new Promise<Answer>((resolve) => {
    transport.send = async (message) => {
      if (!("method" in message)) resolve(json(200, inWords(message)));
    };
  });
  await server.connect(transport);
  // What is refused before it is carried out, and what has no answer, comes from the transport.
  const refused = transport.handleRequest(request, { parsedBody }).then(inOnePiece);
  return Promise.race([answered, refused]);
}

/**
 * Answers a message in the protocol's words of either era (2025-03-26 to 2026-07-28), without sessions: any process answers any
 * request, and a client that goes away undoes nothing.
 * @returns a Response where it is a stream
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
