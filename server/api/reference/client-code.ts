import type { ClientName } from "../client/names";

/** An operation as a call of the client, with values for everything in the sample. */
export interface ClientCall extends ClientName {
  /** Without a path. */
  baseUrl: string;
  /** The path's ids, in its order. */
  ids: readonly string[];
  /** The query or the body. */
  payload: object | undefined;
  /** The name of the answer, or of each item of a list; null when there is none. */
  result: string | null;
  /** `paged` comes page by page, `whole` at once. */
  list: "paged" | "whole" | undefined;
}

/** Maximum length of a line that can be broken. */
const longestLine = 90;

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, item]) => `${nameOf(name)}: ${inline(item)}`);
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}

/** One item per line, between `start` and `end`. */
const block = (start: string, items: readonly string[], end: string, indent: string): string =>
  `${start}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${end}`;

/** JSON in JavaScript syntax: on one line if it fits after `before`. */
function literal(value: unknown, before: string, indent = ""): string {
  const short = inline(value);
  const isShort = indent.length + before.length + short.length <= longestLine;
  if (typeof value !== "object" || value === null || isShort) return short;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, "", inner));
    return block("[", items, "]", indent);
  }
  const fields = Object.entries(value).map(
    ([name, item]) => `${nameOf(name)}: ${literal(item, `${nameOf(name)}: `, inner)}`,
  );
  return block("{", fields, "}", indent);
}

/** A call and the text around it. */
function callText({ resource, verb, ids, payload }: ClientCall, before: string, after: string): string {
  const start = `${before}timeaway.${resource}.${verb}(`;
  const written = ids.map((id) => JSON.stringify(id));
  const given = [...written, ...(payload ? [inline(payload)] : [])].join(", ");
  const isShort = start.length + given.length + after.length < longestLine;
  if (isShort || (!payload && ids.length < 2)) return `${start}${given})${after}`;
  if (!payload) return `${block(start, written, ")", "")}${after}`;
  const known = written.map((id) => `${id}, `).join("");
  return `${start}${known}${literal(payload, start + known + after)})${after}`;
}

function lines(call: ClientCall): string {
  const { result, list } = call;
  if (result === null) return callText(call, "await ", ";");
  const show = `console.log(${result});`;
  if (list === "paged") return `${callText(call, `for await (const ${result} of `, ") {")}\n  ${show}\n}`;
  if (list === "whole") return `${callText(call, `for (const ${result} of await `, ") {")}\n  ${show}\n}`;
  return `${callText(call, `const ${result} = await `, ";")}\n${show}`;
}

/** A sample of the client. A test compiles each one, and checks that its request is the same as in the other languages. */
export const clientCode = (call: ClientCall): string => `import { env } from "node:process";
import { Timeaway } from "@timeaway/client";

const timeaway = new Timeaway({
  apiKey: env.TIMEAWAY_API_KEY,
  baseUrl: ${JSON.stringify(call.baseUrl)},
});

${lines(call)}`;
