/** The subset of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** Schemas by their name in the document. */
export type Components = Readonly<Record<string, JsonSchema>>;

const prefix = "#/components/schemas/";

/** The name of the component that a schema refers to; undefined for an inline schema. */
export const componentOf = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(prefix.length);

/** Resolves a reference. A description beside the reference stays. @throws when the target is missing */
export function resolve(schema: JsonSchema, components: Components): JsonSchema {
  const name = componentOf(schema);
  if (name === undefined) return schema;
  const found = components[name];
  if (!found) throw new Error(`The document has no schema ${name}`);
  const { $ref: _ref, ...beside } = schema;
  return { ...resolve(found, components), ...beside };
}

const isNull = (schema: JsonSchema): boolean => schema.type === "null";

/** A schema without its `null`, and whether it had one. */
export function withoutNull(
  schema: JsonSchema,
  components: Components,
): { schema: JsonSchema; isNullable: boolean } {
  const { anyOf, ...rest } = resolve(schema, components);
  const types = [rest.type ?? []].flat().filter((type) => type !== "null");
  const isNullable = [rest.type].flat().includes("null") || !!anyOf?.some(isNull);
  if (!isNullable) return { schema: resolve(schema, components), isNullable };
  const [type = undefined, ...more] = types;
  const bare: JsonSchema = { ...rest, ...(type && { type: more.length > 0 ? types : type }) };
  const others = (anyOf ?? []).filter((one) => !isNull(one));
  const [only] = others;
  if (others.length > 1) return { schema: { ...bare, anyOf: others }, isNullable };
  return { schema: only ? { ...resolve(only, components), ...bare } : bare, isNullable };
}

/** The possible shapes of a value: one, or those of a union. */
export function shapesOf(schema: JsonSchema, components: Components): JsonSchema[] {
  const whole = resolve(schema, components);
  const union = whole.oneOf ?? whole.anyOf;
  // A union with its own type and examples is described by them; one that only states which fields belong together, by its fields.
  if (!union || (whole.type === "string" && whole.examples) || whole.properties) return [whole];
  return union.flatMap((one) => shapesOf(one, components));
}
