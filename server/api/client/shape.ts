/** The subset of JSON Schema that the document uses. */
export interface Shape {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  additionalProperties?: Shape | boolean;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

/** A documentation comment, with one line per line of the text. */
export function commentOf(text: string | undefined, indent: string): string {
  if (!text) return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

const union = (parts: readonly string[]): string => [...new Set(parts)].join(" | ");
const listOf = (item: string): string => (/[|{&]/.test(item) ? `(${item})[]` : `${item}[]`);
const plain: Record<string, string> = {
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** One property of an interface. */
export const propertyOf = (name: string, type: string, isRequired: boolean, indent: string): string =>
  `${indent}${name}${isRequired ? "" : "?"}: ${type};\n`;

function objectOf(shape: Shape, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = shape;
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, property]) =>
      commentOf(property.description, inner) +
      propertyOf(name, typeOf(property, inner), required.includes(name), inner),
  );
  const others = typeof additionalProperties === "object" ? typeOf(additionalProperties, inner) : "unknown";
  if (fields.length === 0) return `Record<string, ${others}>`;
  // Known fields must be assignable to the index signature, hence `unknown`.
  const rest = typeof additionalProperties === "object" ? `${inner}[name: string]: unknown;\n` : "";
  return `{\n${fields.join("")}${rest}${indent}}`;
}

function plainOf(type: string, shape: Shape, indent: string): string {
  if (type === "array") return listOf(shape.items ? typeOf(shape.items, indent) : "unknown");
  if (type === "object") return objectOf(shape, indent);
  return plain[type] ?? "string";
}

/** Choices that only state which fields belong together are left to the server's validation. */
const choicesOf = ({ anyOf, oneOf }: Shape): Shape[] | undefined => {
  const choices = anyOf ?? oneOf;
  return choices?.every((choice) => Object.keys(choice).join() === "required") ? undefined : choices;
};

/** The TypeScript type of a schema. Patterns and limits are left to the server's validation. */
export function typeOf(shape: Shape, indent = ""): string {
  if (shape.$ref) return shape.$ref.slice(shape.$ref.lastIndexOf("/") + 1);
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return union(shape.enum.map((value) => JSON.stringify(value)));
  const choices = choicesOf(shape);
  if (choices) return union(choices.map((choice) => typeOf(choice, indent)));
  if (shape.type === undefined) return shape.properties ? objectOf(shape, indent) : "unknown";
  return union([shape.type].flat().map((type) => plainOf(type, shape, indent)));
}

/** The words that a comma-separated parameter accepts, read from its pattern. */
function wordsOf({ pattern }: Shape): string[] {
  const [, words] = /^\^\\s\*\(\?:([A-Za-z|.\\]+)\)/.exec(pattern ?? "") ?? [];
  return words?.replaceAll("\\.", ".").split("|") ?? [];
}

/** Whether a query parameter takes several values, separated by commas on the wire. */
export const isListParameter = (shape: Shape): boolean =>
  wordsOf(shape).length > 0 || !!shape.description?.startsWith("Comma-separated");

/** The TypeScript type of a query parameter: a comma-separated one also takes a list. */
export function parameterType(shape: Shape): string {
  if (!isListParameter(shape)) return typeOf(shape);
  const words = wordsOf(shape);
  const item = words.length > 0 ? union(words.map((word) => JSON.stringify(word))) : "string";
  return `${item} | readonly ${listOf(item)}`;
}
