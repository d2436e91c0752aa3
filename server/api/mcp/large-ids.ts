import { randomUUID } from "node:crypto";
import type { JsonRpcMessage } from "./messages";

/** An id that comes back as another number: JavaScript's are exact up to 2^53 alone. */
const isLarge = (id: unknown): boolean =>
  typeof id === "number" && !Number.isSafeInteger(id) && (Number.isInteger(id) || !Number.isFinite(id));

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]|-?\d[\d.eE+-]*/g;

const isId = (name: string): boolean => JSON.parse(name) === "id";

/** The ids of messages as they are written, of each the last, by the message's place among the objects. */
function writtenIds(text: string, depthOfMembers: number): Map<number, string> {
  const ids = new Map<number, string>();
  let [depth, object, name, before] = [0, -1, "", ""];
  for (const [found] of text.matchAll(token)) {
    if (found === "{" || found === "[") depth++;
    if (found === "{" && depth === depthOfMembers) object++;
    if (found === "}" || found === "]") depth--;
    if (before === ":" && depth === depthOfMembers && isId(name)) ids.set(object, found);
    if (found === ":") name = before;
    before = found;
  }
  return ids;
}

/** Gives a text its ids back. */
export type Restore = (text: string) => string;

/**
 * Lets a text stand for each id that is too large, while its message is carried out.
 * @param text the body that the messages were read of
 * @param isBatch whether they stood in an array
 */
export function keepLargeIds(
  text: string,
  messages: readonly JsonRpcMessage[],
  isBatch: boolean,
): Restore | null {
  if (!messages.some(({ id }) => isLarge(id))) return null;
  const written = writtenIds(text, isBatch ? 2 : 1);
  const kept: [standIn: string, id: string][] = [];
  messages.forEach((message, at) => {
    const id = written.get(at);
    if (!isLarge(message.id) || id === undefined) return;
    message.id = randomUUID();
    kept.push([JSON.stringify(message.id), id]);
  });
  return (answer) => kept.reduce((before, [standIn, id]) => before.replaceAll(standIn, id), answer);
}
