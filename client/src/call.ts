import type { CallOptions, Handle, Idempotent, OnBehalf } from "./options.js";
import { listOf } from "./pages.js";
import type { Answer } from "./read-answer.js";
import type { Outgoing, Send } from "./send.js";
import { waitFor } from "./wait-for.js";

type Options = CallOptions & Idempotent & OnBehalf & { wait?: boolean };
type Query = Readonly<Record<string, unknown>>;
type Call = (...given: unknown[]) => unknown;

/** Checks a path's ID: any other text would reach another path. @throws TypeError */
function idOf(given: unknown): string {
  if (typeof given === "string" && /^[\w-]+$/.test(given)) return given;
  throw new TypeError(`${JSON.stringify(given)} is not an ID`);
}

/** Joins lists with commas. */
function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : "";
}

/** Headers that only writes send. */
function headersOf(letters: string, { idempotencyKey, onBehalfOf, wait }: Options): Record<string, string> {
  return {
    ...(letters.includes("k") && { "idempotency-key": idempotencyKey ?? crypto.randomUUID() }),
    ...(onBehalfOf !== undefined && { "x-on-behalf-of": onBehalfOf }),
    ...(wait === false && { prefer: "respond-async" }),
  };
}

/** Sends a write and waits for its result, or returns a handle to wait by. */
async function carryOut(send: Send, outgoing: Outgoing, wait: boolean | undefined): Promise<unknown> {
  const answer = await send(outgoing);
  const { operation = null } = answer;
  const end = async (signal?: AbortSignal): Promise<Answer> =>
    operation ? waitFor(send, operation.id, signal) : answer;
  if (wait !== false) return (await end(outgoing.signal)).data;
  return {
    operation,
    wait: async (options) => (await end(options?.signal)).data,
  } satisfies Handle<unknown>;
}

/** The function of one entry of the table: takes IDs, then query or body, then options. */
function callOf(send: Send, line: string): Call {
  const [method = "", path = "", letters = ""] = line.split(" ");
  const has = (letter: string) => letters.includes(letter);
  return (...given) => {
    const filled = path.replaceAll("*", () => idOf(given.shift()));
    const payload = has("q") || has("b") ? given.shift() : undefined;
    // The generated types define the order of the arguments.
    const options = (given.shift() ?? {}) as Options;
    const outgoing: Outgoing = {
      method,
      path: filled,
      headers: headersOf(letters, options),
      mayRepeat: has("k") || has("s"),
      signal: options.signal,
    };
    if (has("b")) return carryOut(send, { ...outgoing, body: payload }, options.wait);
    if (!has("s")) return carryOut(send, outgoing, options.wait);
    const query = (payload ?? {}) as Query;
    const ask = (more: Query, signal: AbortSignal | undefined) =>
      send({ ...outgoing, path: filled + searchOf({ ...query, ...more }), signal });
    if (has("p"))
      return listOf((nextToken, signal) => ask(nextToken ? { nextToken } : {}, signal), options.signal);
    return ask({}, options.signal).then((answer) => (has("d") ? answer : answer.data));
  };
}

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The functions of a table, by resource and verb. */
export const callsOf = (table: Table, send: Send): Record<string, Record<string, Call>> =>
  Object.fromEntries(
    Object.entries(table).map(([resource, lines]) => [
      resource,
      Object.fromEntries(Object.entries(lines).map(([verb, line]) => [verb, callOf(send, line)])),
    ]),
  );
