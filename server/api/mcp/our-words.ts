import { z } from "zod";

/** JSON-RPC 2.0, 5.1. */
const invalidParams = -32602;

/** The issues of zod for a message. */
const Faults = z
  .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1);

/** The issues that the SDK passes on as JSON, alone or after a text. */
function faultsIn(text: string): z.output<typeof Faults> | null {
  try {
    return Faults.parse(JSON.parse(text.slice(text.indexOf("["))));
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Malformed parameters are the sender's fault (JSON-RPC 2.0, 5.1); the SDK reports them as its own fault, with a list of issues. */
export function inOurWords<M>(message: M): M {
  if (!isObject(message) || !isObject(message.error) || typeof message.error.message !== "string")
    return message;
  const faults = faultsIn(message.error.message);
  if (!faults) return message;
  const said = faults.map((fault) => `${fault.path.join(".")}: ${fault.message}`).join(" ");
  return { ...message, error: { code: invalidParams, message: `Invalid params: ${said}` } };
}

/** The same for an answer's JSON: one message, or a batch. */
export function bodyInOurWords(body: string): string {
  if (!body.includes('"error"')) return body;
  const value: unknown = JSON.parse(body);
  return JSON.stringify(Array.isArray(value) ? value.map(inOurWords) : inOurWords(value));
}
