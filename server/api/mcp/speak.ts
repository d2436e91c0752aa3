import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { AdmittedExchange } from "./exchange";
import { serverFor } from "./server";

/** A message, already parsed. */
interface Spoken {
  request: Request;
  parsedBody: unknown;
}

/** Revisions before 2026-07-28: one piece of JSON, since what came of a call must be known when it is logged. */
async function speakLegacy(exchange: AdmittedExchange, { request, parsedBody }: Spoken): Promise<Response> {
  const server = serverFor(exchange);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody });
  await server.close();
  return response;
}

/**
 * Answers a message in the protocol's words of either era (2025-03-26 to 2026-07-28), without sessions: any process answers any
 * request, and a client that goes away undoes nothing.
 */
export async function speak(exchange: AdmittedExchange, spoken: Spoken): Promise<Response> {
  const { request, parsedBody } = spoken;
  if (request.method === "POST" && (await isLegacyRequest(request, parsedBody)))
    return speakLegacy(exchange, spoken);
  const { log } = exchange.services;
  const handler = createMcpHandler(() => serverFor(exchange), {
    legacy: "reject",
    onerror: (err) => log.debug({ err }, "a message of the MCP was refused"),
  });
  return handler.fetch(request, { parsedBody });
}
