import { type Components, componentOf, type JsonSchema, resolve, shapesOf, withoutNull } from "./json-schema";

/** A parameter, or a field of a body or an answer. */
export interface Field {
  name: string;
  /** In words, such as "string (date)". */
  type: string;
  isRequired: boolean;
  description: string;
  /** Limits, defaults and allowed values, each a sentence without its full stop. */
  facts: string[];
  /** Fields of the object, or of the objects of a list. */
  fields: Field[];
}

const code = (value: unknown): string => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;

const listed = (items: readonly string[], last = "or"): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`;

/** The type of a value in words. */
function typeOf(schema: JsonSchema, components: Components): string {
  const { schema: bare, isNullable } = withoutNull(schema, components);
  return bareTypeOf(bare, components) + (isNullable ? " or null" : "");
}

function bareTypeOf(schema: JsonSchema, components: Components): string {
  if (schema.type === "array") return `array of ${typeOf(schema.items ?? {}, components)}`;
  const shapes = shapesOf(schema, components);
  if (shapes.length > 1)
    return listed([
      ...new Set(shapes.map((shape) => bareTypeOf(withoutNull(shape, components).schema, components))),
    ]);
  const type =
    schema.type ?? shapes[0]?.type ?? (shapes[0]?.const !== undefined ? typeof shapes[0].const : undefined);
  if (type === undefined) return "any";
  return schema.format ? `${type} (${schema.format})` : String(type);
}

const allowedOf = (schema: JsonSchema, components: Components): unknown[] =>
  shapesOf(schema, components).flatMap(
    (shape) => shape.enum ?? (shape.const === undefined ? [] : [shape.const]),
  );

function rangeOf({ minimum, maximum, exclusiveMinimum, type }: JsonSchema): string[] {
  // The bounds of a 53-bit integer are no information.
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (type === "string") return [];
  if (exclusiveMinimum !== undefined)
    return [`More than ${exclusiveMinimum}${high === undefined ? "" : `, at most ${high}`}`];
  if (low !== undefined && high !== undefined) return [`${low} to ${high}`];
  if (low !== undefined) return [`At least ${low}`];
  return high === undefined ? [] : [`At most ${high}`];
}

function lengthOf({ minLength, maxLength, minItems, maxItems }: JsonSchema): string[] {
  const facts: string[] = [];
  if (maxLength !== undefined) facts.push(`Up to ${maxLength.toLocaleString("en")} characters`);
  else if (minLength) facts.push("Not empty");
  const fewest = minItems ? `${minItems}` : "";
  if (maxItems !== undefined)
    facts.push(
      fewest === String(maxItems)
        ? `Exactly ${maxItems} ${maxItems === 1 ? "entry" : "entries"}`
        : `${fewest ? `${fewest} to` : "Up to"} ${maxItems.toLocaleString("en")} entries`,
    );
  else if (fewest) facts.push(`At least ${fewest} ${fewest === "1" ? "entry" : "entries"}`);
  return facts;
}

/** Facts about a value beyond its description. */
function factsOf(given: JsonSchema, components: Components): string[] {
  const { schema } = withoutNull(given, components);
  const inner = schema.type === "array" ? withoutNull(schema.items ?? {}, components).schema : schema;
  const allowed = allowedOf(inner, components);
  const isLong =
    typeof schema.default === "object" && schema.default !== null && !Array.isArray(schema.default);
  const records = namesOfShapes(schema, components) ?? [];
  return [
    ...(records.length > 0 ? [`Its \`data\` is one of ${listed(records.map(code))}`] : []),
    ...(allowed.length > 0
      ? [`${allowed.length > 1 ? "One of " : "Always "}${listed(allowed.map(code))}`]
      : []),
    ...(allowed.length > 0 ? [] : rangeOf(inner)),
    ...lengthOf(schema),
    ...(schema.default === undefined || isLong ? [] : [`Default ${code(schema.default)}`]),
    ...(schema.examples?.length && allowed.length === 0 && typeof schema.examples[0] !== "object"
      ? [`Example ${code(schema.examples[0])}`]
      : []),
  ];
}

/** A value's description; a list without one takes its entries'. */
const descriptionOf = (schema: JsonSchema, components: Components): string => {
  const whole = resolve(schema, components);
  return whole.description ?? (whole.items ? (resolve(whole.items, components).description ?? "") : "");
};

function fieldOf(name: string, schema: JsonSchema, isRequired: boolean, components: Components): Field {
  return {
    name,
    type: typeOf(schema, components),
    isRequired,
    description: descriptionOf(schema, components),
    facts: factsOf(schema, components),
    fields: fieldsOf(schema, components),
  };
}

interface MergedField {
  field: Field;
  /** Identifies the same field across shapes. */
  key: string;
  /** The values of the discriminator whose shapes have it. */
  kinds: string[];
}

/** The field that distinguishes the shapes of a union: each has its own value for it. */
function discriminatorOf(shapes: readonly JsonSchema[]): string | undefined {
  const [first] = shapes;
  return Object.entries(first?.properties ?? {}).find(
    ([name, { const: value }]) =>
      value !== undefined && shapes.every((shape) => shape.properties?.[name]?.const !== undefined),
  )?.[0];
}

/** Fields of several shapes as one list: each once, with the kinds that have it. */
function mergedFields(shapes: readonly JsonSchema[], components: Components): Field[] {
  const by = discriminatorOf(shapes);
  const kinds = shapes.map((shape) => String(by ? shape.properties?.[by]?.const : ""));
  const seen: MergedField[] = [];
  for (const [index, shape] of shapes.entries())
    for (const [name, schema] of Object.entries(shape.properties ?? {})) {
      if (name === by) continue;
      const isRequired = !!shape.required?.includes(name);
      const key = JSON.stringify([name, schema, isRequired]);
      const known = seen.find((one) => one.key === key);
      if (known) known.kinds.push(kinds[index] ?? "");
      else
        seen.push({ key, field: fieldOf(name, schema, isRequired, components), kinds: [kinds[index] ?? ""] });
    }
  const rest = seen.map(({ field, kinds: only }) =>
    by === undefined || only.length === shapes.length
      ? field
      : {
          ...field,
          facts: [`Only with ${code(by)} ${listed([...new Set(only)].map(code))}`, ...field.facts],
        },
  );
  if (by === undefined) return rest;
  const values = { enum: [...new Set(kinds)], type: "string" };
  return [fieldOf(by, values, true, components), ...rest];
}

/** A union of records without a discriminator is described by their names: one table of all their fields would be no help. */
function namesOfShapes(given: JsonSchema, components: Components): string[] | null {
  const { schema } = withoutNull(given, components);
  const shapes = shapesOf(schema, components).filter((shape) => shape.properties);
  if (shapes.length < 2 || discriminatorOf(shapes)) return null;
  return shapes.flatMap(({ properties = {} }) => {
    const [inner] = Object.values(properties);
    return componentOf(inner ?? {}) ?? [];
  });
}

/** The fields below a value: of an object, of the objects of a list, of every shape of a union. */
export function fieldsOf(given: JsonSchema, components: Components): Field[] {
  const { schema } = withoutNull(given, components);
  if (schema.type === "array") return fieldsOf(schema.items ?? {}, components);
  const shapes = shapesOf(schema, components).filter((shape) => shape.properties);
  const [only] = shapes;
  if (namesOfShapes(given, components)) return [];
  if (shapes.length > 1) return mergedFields(shapes, components);
  return Object.entries(only?.properties ?? {}).map(([name, child]) =>
    fieldOf(name, child, !!only?.required?.includes(name), components),
  );
}

/** A parameter of a path, query or header. */
export const parameterField = (
  {
    name,
    required,
    schema,
    description,
  }: { name: string; required?: boolean; schema: JsonSchema; description?: string },
  components: Components,
): Field => {
  const field = fieldOf(name, schema, !!required, components);
  return { ...field, description: description ?? field.description };
};
