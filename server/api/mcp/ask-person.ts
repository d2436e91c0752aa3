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

/** The SDK's type of the envelope omits its reserved members. */
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
 * Before a write, makes a client with elicitation (2026-07-28) ask the user, whatever the model says about the user's wishes.
 * @returns the answer in place of the call; null to proceed
 */
export function askPerson(tool: Tool, given: unknown, asked: Asked) {
  if (!tool.write || !canAsk(asked)) return null;
  const { data } = tool.input.safeParse(given ?? {});
  // Invalid values are reported before the user is asked.
  if (!data) return null;
  const answer = inputResponse(asked.inputResponses, question);
  if (answer.kind === "elicit") return answer.action === "accept" ? null : declined();
  const requestedSchema = { type: "object" as const, properties: {} };
  const message = tool.write.question(data);
  return inputRequired({ inputRequests: { [question]: inputRequired.elicit({ message, requestedSchema }) } });
}
