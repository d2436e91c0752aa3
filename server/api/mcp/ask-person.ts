import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Tool } from "@/server/transport/tool";
import type { ToolResult } from "./call-tool";

/** The name of the question in the exchange with the client. */
const question = "confirm";

type Asked = Pick<ServerContext["mcpReq"], "envelope" | "inputResponses">;

/** The types of the envelope leave out its reserved members. */
const capabilitiesOf = ({ envelope }: Asked): ClientCapabilities | undefined =>
  (envelope as Record<string, ClientCapabilities> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];

const canAsk = (asked: Asked): boolean => capabilitiesOf(asked)?.elicitation !== undefined;

const declined = (): ToolResult => ({
  content: [
    { type: "text", text: "The person said no. Nothing was changed; don't try again unless they ask." },
  ],
  isError: true,
});

/**
 * Before a write, has a client that can ask (2026-07-28, elicitation) ask the person themselves, whatever the model says they want.
 * @returns what to answer instead of the call; null to go on
 */
export function askPerson(tool: Tool, given: unknown, asked: Asked) {
  if (!tool.write || !canAsk(asked)) return null;
  const { data } = tool.input.safeParse(given ?? {});
  // What is wrong with the values is said before anybody is asked.
  if (!data) return null;
  const answer = inputResponse(asked.inputResponses, question);
  if (answer.kind === "elicit") return answer.action === "accept" ? null : declined();
  const requestedSchema = { type: "object" as const, properties: {} };
  const message = tool.write.question(data);
  return inputRequired({ inputRequests: { [question]: inputRequired.elicit({ message, requestedSchema }) } });
}
