import { randomUUID } from "node:crypto";
import type { JsonRpcMessage } from "./messages";

/** An id that would come back as another number: JavaScript integers are exact up to 2^53 only. */
const isLarge = (id: unknown): boolean =>
  typeof id === "number" && !Number.isSafeInteger(id) && (Number.isInteger(id) || !Number.isFinite(id));

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]|-?\d[\d.eE+-]*/g;

const isId = (name: string): boolean => JSON.parse(name) === "id";

/** The messages' ids as written, the last one of each message, by the message's position among the objects. */
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

/** Restores the ids in a text. */
export type Restore = (text: string) => string;

/**
 * Replaces each id that is too large with a string while its message is carried out.
 * @param text the body that the messages were parsed from
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
