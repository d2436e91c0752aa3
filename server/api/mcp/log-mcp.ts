import { errorBody } from "@/server/kernel/errors";
import { logGrant } from "../log-grant";
import type { Beginning } from "../log-request";
import type { Exchange } from "./exchange";
import { argumentNames, calledTool } from "./messages";
import { findTool } from "./tools";

/** The endpoint: a tool by its name, anything else by the protocol's method; of a batch the first. */
function endpointOf({ messages = [] }: Exchange): string | null {
  const [first] = messages;
  if (!first) return null;
  const method = typeof first.method === "string" ? first.method.slice(0, 60) : null;
  return findTool(calledTool(first))?.name ?? method;
}

/** Logs a request to the MCP server. A refused call is logged as v2 would have answered it. */
export function logMcp(exchange: Exchange, answer: { status: number }, beginning: Beginning): void {
  const { requestId, messages = [], refusal, refused = null } = exchange;
  const said = {
    api: "mcp" as const,
    endpoint: endpointOf(exchange),
    status: refusal?.status ?? answer.status,
    refusal: refusal ? JSON.stringify({ error: errorBody(refusal, requestId) }) : refused,
    bodyFields: messages[0] ? argumentNames(messages[0]) : null,
  };
  logGrant(exchange, said, beginning);
}
