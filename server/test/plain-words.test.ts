import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseAst } from "vitest/node";
import { sourceFiles } from "./source-files";
import { textsOf as bookOf } from "./word-book";

/** Stilted words with a plain alternative. */
const stilted = [
  /\bwhom\b/,
  /\banew\b/,
  /\b(?:tells?|told) of\b/,
  /\bstands? (?:in|for|under)\b/,
  /\bof nothing else\b/,
  /\bso that one\b/,
  /\bunless said\b/,
  /\bothers than\b/,
  /\bone who\b/,
  /\bthere is no such\b/,
  /\blies? (?:outside|within|beyond|below|in)\b/,
  /\bwhat (?:waits|is told)\b/,
  /\bsigns as well\b/,
  /\bnot run\b/,
].map((words) => new RegExp(words, "i"));

interface Node {
  type: string;
  [field: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Every string of a file, templates with "…" for placeholders; without comments. */
function stringsOf(node: Node): string[] {
  const { type, value, quasis } = node;
  const own =
    type === "Literal" && typeof value === "string"
      ? [value]
      : type === "TemplateLiteral"
        ? [(quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join("…")]
        : [];
  const inner = Object.values(node).flatMap((child) =>
    (Array.isArray(child) ? child : [child]).filter(isNode),
  );
  return [...own, ...inner.flatMap(stringsOf)];
}

/** Files with texts for integrators and operators: the reference, OpenAPI, errors, the command line and the log. */
const files = sourceFiles(["server", "drizzle"]).filter(
  ({ path }) => !/\.test\.ts$|^server\/test\/|^server\/cli\/bench\//.test(path),
);

const isStilted = (words: string): boolean => / /.test(words) && stilted.some((one) => one.test(words));

it("texts for integrators are in plain words", () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap(({ path, text }) =>
    stringsOf(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as Node)
      .filter(isStilted)
      .map((words) => `${path}: ${words}`),
  );
  expect(found).toEqual([]);
});

it("texts of mails and messages are in plain words", () => {
  expect([...bookOf("en").values()].filter(isStilted)).toEqual([]);
});

const folder = new URL("../../app/_i18n/messages/en/", import.meta.url);
type Words = { [key: string]: string | Words };
const textsOf = (words: Words): string[] =>
  Object.values(words).flatMap((value) => (typeof value === "string" ? [value] : textsOf(value)));

it("texts of the pages are in plain words", () => {
  const areas = readdirSync(folder);
  expect(areas.length).toBeGreaterThan(15);
  const found = areas.flatMap((area) =>
    textsOf(JSON.parse(readFileSync(new URL(area, folder), "utf8")))
      .filter(isStilted)
      .map((words) => `${area}: ${words}`),
  );
  expect(found).toEqual([]);
});
