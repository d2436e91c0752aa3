import { expect, it } from "vitest";
import { parseAst } from "vitest/node";
import { sourceFiles } from "./source-files";

/** Names and terms that are the same in every language. */
const names = [
  "Timeaway",
  "Open API",
  "UTC",
  "CSV",
  "XLSX",
  "JSON",
  "curl",
  "JavaScript",
  "Python",
  "Ctrl",
  "Slack",
  "Microsoft",
  "Microsoft Teams",
];
/** Attributes and properties with visible or spoken text. */
const shown =
  /^(?:aria-label|aria-description|aria-placeholder|aria-roledescription|alt|caption|confirmLabel|cancelLabel|copyLabel|description|help|label|legend|placeholder|summary|term|title|what)$/;
const letters = /\p{L}{2}/u;
/** An address, a code or a path: no words. */
const machine = /^[a-z]+:\/\/|^[\w-]+(?:[./_][\w-]+)+$|^[a-z]+(?:-[a-z]+)+$|^[A-Z_]+$|^--/;

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([, value]) => (Array.isArray(value) ? value : [value]).filter(isNode));

const anyName = new RegExp(`\\b(?:${names.join("|")})\\b`, "g");

const isWord = (text: string): boolean =>
  letters.test(text.replace(anyName, "")) && !machine.test(text.trim());

/** The possible strings of an expression, such as both arms of a condition. */
function stringsOf(node: Node | null): string[] {
  if (!node) return [];
  const { value, quasis, consequent, alternate, left, right, expression } = node;
  const of = (...parts: unknown[]) => parts.filter(isNode).flatMap(stringsOf);
  switch (node.type) {
    case "Literal":
    case "JSXText":
      return typeof value === "string" ? [value] : [];
    case "TemplateLiteral":
      return [(quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join("…")];
    case "ConditionalExpression":
      return of(consequent, alternate);
    case "LogicalExpression":
      return of(left, right);
    case "BinaryExpression":
      return node.operator === "+" ? of(left, right) : [];
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
      return of(expression);
    default:
      return [];
  }
}

const nameOf = (value: unknown): string => (isNode(value) ? String(value.name ?? value.value ?? "") : "");

/** Text that a part of a file shows without the message files. */
function wordsIn(node: Node): string[] {
  const { name, value, key, children } = node;
  const own = () => {
    if (node.type === "JSXElement" || node.type === "JSXFragment")
      return (children as Node[]).flatMap((child) => stringsOf(child));
    if (node.type === "JSXAttribute" && shown.test(nameOf(name)) && isNode(value)) return stringsOf(value);
    if (node.type === "Property" && shown.test(nameOf(key)) && isNode(value))
      return stringsOf(value).filter((text) => text !== nameOf(key));
    return [];
  };
  return [...own().filter(isWord), ...childrenOf(node).flatMap(wordsIn)];
}

const found = (source: string, lang: "ts" | "tsx"): string[] =>
  wordsIn(parseAst(source, { lang }) as unknown as Node).map((text) => text.trim());

it("finds words between tags, in attributes and in their expressions, and ignores names", () => {
  const source = `
    export const metadata = { title: "Keys – Open API" };
    const Part = ({ on }: { on: boolean }) => (
      <Card title="Danger area" className="mt-2" aria-label={on ? "Shown" : t("hidden")}>
        Hello <b>{\`\${count} of them\`}</b> {on && "really"} Timeaway · {t("word")} <code>webhook.test</code>
      </Card>
    );`;
  expect(found(source, "tsx").sort()).toEqual(
    ["Danger area", "Hello", "Keys – Open API", "Shown", "really", "… of them"].sort(),
  );
});

it("every word of the pages is in a message file", () => {
  const files = sourceFiles(["app"]).filter(({ path }) => !path.endsWith(".d.ts"));
  const left = files.flatMap(({ path, text }) =>
    found(text, path.endsWith("x") ? "tsx" : "ts").map((word) => `${path}: ${word}`),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(left).toEqual([]);
});
