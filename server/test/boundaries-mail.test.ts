import { describe, expect, it } from "vitest";
import { parseAst } from "vitest/node";
import { importsOf, type SourceFile, sourceFiles } from "./source-files";
import { textsOf } from "./word-book";

const shipped = sourceFiles(["server", "app"]).filter(
  ({ path }) => !/\.test\.tsx?$|^server\/(test|bench)\//.test(path),
);

interface Node {
  type: string;
  [field: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((child) => (Array.isArray(child) ? child : [child]).filter(isNode));

const treeOf = ({ path, text }: SourceFile): Node =>
  parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "";
  return node.type === "MemberExpression" ? nameOf(node.property) : String(node.name ?? node.value ?? "");
};

/** What no recipient reads: SQL and its locks, refusals of a call, the log and the history, and the reason for a read of every workspace. */
function isInternal({ type, tag, callee, id }: Node): boolean {
  if (type === "TaggedTemplateExpression") return nameOf(tag) === "sql";
  if (type === "VariableDeclarator") return /^(?:message|refusals)$/.test(nameOf(id));
  const isCalled =
    type === "CallExpression" && /^(?:error|everyWorkspace|failed|for|invalid)$/.test(nameOf(callee));
  return isCalled || type === "NewExpression";
}

const isSentence = (text: string): boolean => /\p{L}{2,} \p{L}/u.test(text) && !text.startsWith("<");

/** The sentences of a file: strings with two words or more that are no markup. */
function sentencesIn(node: Node): string[] {
  if (isInternal(node)) return [];
  const { type, value, quasis } = node;
  const own =
    type === "Literal" && typeof value === "string"
      ? [value]
      : type === "TemplateLiteral"
        ? [(quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join("…")]
        : [];
  return [...own.filter(isSentence), ...childrenOf(node).flatMap(sentencesIn)];
}

/** Composes what is sent: the mail's layout, the outbox, or the words of messages. */
const composes = (file: SourceFile): boolean =>
  importsOf(file).some((specifier) =>
    /\/(?:mail-layout|mail-document|enqueue|words|render-mail|render-card|render-slack)$/.test(specifier),
  );

interface Saying {
  key: string;
  /** Null when the values do not stand in the call. */
  values: string[] | null;
}

/** The keys of a `say("…", { … })`, both of a condition. */
function keysOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === "ConditionalExpression") return [...keysOf(node.consequent), ...keysOf(node.alternate)];
  return node.type === "Literal" && typeof node.value === "string" ? [node.value] : [];
}

function valuesOf(node: unknown): string[] | null {
  if (node === undefined) return [];
  if (!isNode(node) || node.type !== "ObjectExpression") return null;
  const properties = node.properties as Node[];
  return properties.some(({ type }) => type !== "Property") ? null : properties.map(({ key }) => nameOf(key));
}

function sayingsIn(node: Node): Saying[] {
  const inner = childrenOf(node).flatMap(sayingsIn);
  if (node.type !== "CallExpression" || nameOf(node.callee) !== "say") return inner;
  const [word, values] = node.arguments as unknown[];
  return [...keysOf(word).map((key) => ({ key, values: valuesOf(values) })), ...inner];
}

/** The arguments of an English text. */
const argumentsOf = (text: string): string[] => {
  // The texts of a choice are no arguments.
  const apart = text.replace(/(\w+, select,)(?: \w+ \{[^{}]*\})+/g, "$1");
  return [
    ...new Set([...apart.matchAll(/\{(\w+)(?:\}|, (?:plural|number|select))/g)].map(([, name = ""]) => name)),
  ];
};

/** What the sources name as a key, also in part: "quota.why", `${words}.action`, `report.types.${type}`. */
function keysNamed(): RegExp[] {
  const text = shipped.map((file) => file.text).join("\n");
  const whole = [...text.matchAll(/"([a-z]\w*(?:\.\w+)+)"/g)].map(([, key = ""]) => [key, ""]);
  const parts = [...text.matchAll(/\bsay\(`([\w.]*)\$\{[\w.]+\}([\w.]*)`/g)].map(
    ([, before = "", after = ""]) => [before, `\\w+${after}`],
  );
  return [...whole, ...parts].map((part) => new RegExp(`^${part.join("")}$`));
}

describe("what is sent", () => {
  const files = shipped.filter(composes);

  it("has its words in server/words alone", () => {
    expect(files.length).toBeGreaterThan(20);
    const found = files
      .filter(({ path }) => path.startsWith("server/"))
      .flatMap((file) => sentencesIn(treeOf(file)).map((sentence) => `${file.path}: ${sentence}`));
    expect(found).toEqual([]);
  });

  it("is in the language that people/mail-language.ts chooses; only settings read the choices themselves", () => {
    const readers = shipped.filter(({ text }) => /\b(?:mailPreferences|userSettings)\.language\b/.test(text));
    expect(readers.map(({ path }) => path).sort()).toEqual([
      "server/modules/leave/mail/get-mail-preferences.ts",
      "server/modules/people/people/mail-language.ts",
      "server/signin/change-preferences.ts",
      "server/signin/find-preferences.ts",
    ]);
  });

  it("has every value of its words", () => {
    const english = textsOf("en");
    const wrong = files.flatMap((file) =>
      sayingsIn(treeOf(file)).flatMap(({ key, values }) => {
        const missing = argumentsOf(english.get(key) ?? "").filter(
          (name) => values?.includes(name) === false,
        );
        return missing.length > 0 ? [`${file.path}: ${key} without ${missing}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("uses every word", () => {
    const named = keysNamed();
    const unused = [...textsOf("en").keys()].filter((key) => !named.some((one) => one.test(key)));
    expect(unused).toEqual([]);
  });
});
