import { readBytes } from "@/server/transport/read-body";
import { keepLargeIds, type Restore } from "./large-ids";

/** A JSON-RPC message, as far as the steps before the protocol look into it. */
export interface JsonRpcMessage {
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/** Bytes. A call has a few arguments; a plan comes back with them. */
const maximumBodyBytes = 256 * 1024;
/** Messages of one batch (revision 2025-03-26) at most. */
const maxMessages = 20;

export const tooLarge = "too large";
export const unreadable = "unreadable";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

const messagesOf = (body: unknown): readonly JsonRpcMessage[] =>
  (Array.isArray(body) ? body : [body]).filter(isObject);

/** `"arguments": null`, as some clients write a call without any. */
function leaveOutNull({ params }: JsonRpcMessage): void {
  if (isObject(params) && params.arguments === null) delete params.arguments;
}

export interface ReadMessages {
  body: unknown;
  messages: readonly JsonRpcMessage[];
  /** Gives an answer the ids that were too large to be carried along; null where none was. */
  restoreIds: Restore | null;
}

/** The body and the messages in it; what is wrong with one's form the protocol says itself. */
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
