import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { accepts } from "@/server/transport/accepts";
import type { Answer } from "@/server/transport/answer";
import type { Tool } from "@/server/transport/tool";
import { callTool, jsonOf } from "./call-tool";
import type { AdmittedExchange } from "./exchange";
import { findTool, listedToolsJson } from "./tools";

/** A message with one meaning, whatever the SDK would make of it. */
type Usual = { id: string | number } & ({ tool: Tool; given: unknown } | { tool: null });

/** The protocol's reserved names: a revision, client capabilities, a task. */
const reserved = "io.modelcontextprotocol/";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isName = (value: unknown): value is string | number =>
  typeof value === "string" || Number.isSafeInteger(value);

const holdsOnly = (value: object, ...names: string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));

const isUsualMeta = (meta: unknown): boolean =>
  meta === undefined ||
  (isObject(meta) &&
    (meta.progressToken === undefined || isName(meta.progressToken)) &&
    !Object.keys(meta).some((name) => name.startsWith(reserved)));

/** A request of a revision before 2026-07-28, from a client that accepts JSON. */
function isUsualRequest({ method, headers }: Request): boolean {
  const version = headers.get("mcp-protocol-version");
  return (
    method === "POST" &&
    headers.get("content-type") === "application/json" &&
    accepts(headers.get("accept"), "application/json") &&
    (version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version))
  );
}

/**
 * Reads a tool call or a tools/list request in the form that every client sends. The SDK checks each of these with a dozen schemas, and its
 * answer once more, which costs as much as the call.
 * @returns null for anything unusual, which is left to the SDK
 */
export function readUsual(request: Request, body: unknown): Usual | null {
  if (!isUsualRequest(request) || !isObject(body)) return null;
  const { jsonrpc, id, method, params = {} } = body;
  if (jsonrpc !== "2.0" || !isName(id) || !holdsOnly(body, "jsonrpc", "id", "method", "params")) return null;
  if (!isObject(params) || !isUsualMeta(params._meta)) return null;
  if (method === "tools/list") return holdsOnly(params, "_meta") ? { id, tool: null } : null;
  const tool = method === "tools/call" ? findTool(params.name) : undefined;
  const { arguments: given } = params;
  const isUsual = holdsOnly(params, "_meta", "name", "arguments") && (given === undefined || isObject(given));
  return tool && isUsual ? { id, tool, given } : null;
}

/** Answers it as the SDK would, but serializes rows once instead of twice. Clients of these revisions have no elicitation. */
export async function answerUsual(exchange: AdmittedExchange, usual: Usual): Promise<Answer> {
  const result = usual.tool
    ? jsonOf(await callTool(exchange, usual.tool, usual.given))
    : listedToolsJson(exchange.admission);
  const body = `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(usual.id)}}`;
  return { status: 200, headers: {}, body };
}
