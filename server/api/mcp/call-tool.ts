import { errorFor } from "@/server/kernel/database/database-unavailable";
import { ApiError, errorBody } from "@/server/kernel/errors";
import type { Tool } from "@/server/transport/tool";
import { read } from "@/server/transport/validate";
import { type AdmittedExchange, ctxOf } from "./exchange";

interface TextContent {
  type: "text";
  text: string;
}

/** The result of tools/call. */
export interface ToolResult {
  [member: string]: unknown;
  content: TextContent[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

const textOf = (text: string): TextContent[] => [{ type: "text", text }];

/** The error, for the model to report or to correct. */
function refusalOf(error: ApiError, requestId: string): ToolResult {
  const { name, description, resolution, details } = errorBody(error, requestId);
  const faults = (details?.fields ?? []).map(({ path, message }) => `${path}: ${message}`);
  const lines = [`${name}: ${description}`, ...faults, ...(faults.length > 0 ? [] : [resolution])];
  return { content: textOf(lines.join("\n")), isError: true };
}

const notHere = () =>
  new ApiError("FORBIDDEN", {
    description: "This workspace doesn't let AI apps change leave.",
    resolution:
      "An administrator can turn it on in Settings, Leave. Until then the person does it in Timeaway.",
  });

/** A result as JSON. The text of a result with data is that data's JSON already. */
export function jsonOf(result: ToolResult): string {
  const [first] = result.content;
  if (!first || !result.structuredContent) return JSON.stringify(result);
  return `{"content":${JSON.stringify(result.content)},"structuredContent":${first.text}}`;
}

/** Calls a tool for the app's user. A refusal is a result that the model reads, never a protocol error. */
export async function callTool(exchange: AdmittedExchange, tool: Tool, given: unknown): Promise<ToolResult> {
  try {
    const { data, faults } = read(tool.input, given ?? {});
    if (faults) throw new ApiError("VALIDATION_ERROR", { details: { fields: faults } });
    if (tool.write && !exchange.admission.mayChangeLeave) throw notHere();
    const structuredContent = await tool.call(ctxOf(exchange), data);
    return { content: textOf(JSON.stringify(structuredContent)), structuredContent };
  } catch (thrown) {
    const { services, requestId } = exchange;
    const error = errorFor(thrown);
    if (thrown !== error) services.log.error({ requestId, tool: tool.name, err: thrown }, "a tool failed");
    exchange.refusal = error;
    return refusalOf(error, requestId);
  }
}
