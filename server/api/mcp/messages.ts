import { readBytes } from "@/server/transport/read-body";
import { keepLargeIds, type Restore } from "./large-ids";

/** The parts of a JSON-RPC message that the steps before the SDK read. */
export interface JsonRpcMessage {
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/** Bytes. A call has a few arguments, perhaps a plan among them. */
const maximumBodyBytes = 256 * 1024;
/** Maximum messages of one batch (revision 2025-03-26). */
const maxMessages = 20;

export const tooLarge = "too large";
export const unreadable = "unreadable";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

const messagesOf = (body: unknown): readonly JsonRpcMessage[] =>
  (Array.isArray(body) ? body : [body]).filter(isObject);

/** Drops `"arguments": null`, which some clients send for a call without arguments. */
function leaveOutNull({ params }: JsonRpcMessage): void {
  if (isObject(params) && params.arguments === null) delete params.arguments;
}

export interface ReadMessages {
  body: unknown;
  messages: readonly JsonRpcMessage[];
  /** Restores the ids that are too large for JavaScript in an answer; null when there are none. */
  restoreIds: Restore | null;
}

/** The body and its messages; faults in a message's form are left to the SDK. */
export async function readMessages(
  request: Request,
): Promise<ReadMessages | typeof tooLarge | typeof unreadable> {
  const bytes = await readBytes(request, maximumBodyBytes);
  if (bytes === null) return tooLarge;
  try {
    const text = strictUtf8.decode(bytes);
    const body: unknown = JSON.parse(text);
    const isBatch = Array.isArray(body);
    if (isBatch && body.length > maxMessages) return tooLarge;
    const messages = messagesOf(body);
    messages.forEach(leaveOutNull);
    return { body, messages, restoreIds: keepLargeIds(text, messages, isBatch) };
  } catch {
    return unreadable;
  }
}

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** The tool that a message calls. */
export const calledTool = ({ method, params }: JsonRpcMessage): unknown =>
  method === "tools/call" ? member(params, "name") : undefined;

/** Names of a call's arguments; never their values. */
export function argumentNames({ params }: JsonRpcMessage): string[] {
  const given = member(params, "arguments");
  return isObject(given) ? Object.keys(given) : [];
}
