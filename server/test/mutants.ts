import { z } from "zod";

/** The parts of JSON Schema that the input schemas produce. */
interface Node {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  minimum?: number;
  /** The replacement that the OpenAPI generator uses. */
  override?: Node;
  $defs?: Record<string, Node>;
}

/** Values that are valid for few fields. */
const unfit: readonly unknown[] = [
  null,
  true,
  "",
  "  ",
  "x",
  "a\u0000b",
  "a\ud800b",
  "<script>",
  "x".repeat(10_000),
  "2026-02-30",
  "1990-01-01",
  0,
  -1,
  2.5,
  1e9,
  1e300,
  Number.POSITIVE_INFINITY,
  [],
  [[]],
  [1, 1],
  ["x", "x"],
  Array.from({ length: 1001 }, () => "x"),
  {},
  { surelyUnknown: 1, unknownToo: 2 },
  new Date(Number.NaN),
];

const optionsOf = (node: Node): Node[] => node.anyOf ?? node.oneOf ?? [];

/**
 * Invalid inputs of a schema: each field with every unfit value, each one missing, and unknown fields.
 * @param base a valid value, of which one field is changed at a time; the default is a nearly valid one
 */
export function mutantsOf(schema: z.ZodType, base?: Record<string, unknown>): unknown[] {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Node;
  const resolve = (given: Node): Node => {
    const node = given.$ref ? root.$defs?.[given.$ref.split("/").at(-1) ?? ""] : given;
    return { ...node, ...node?.override };
  };
  return base ? shapesOf(root).flatMap((shape) => variantsOfObject(shape, base)) : variants(root);

  /** The shapes of a union that match the base. */
  function shapesOf(given: Node): Node[] {
    const node = resolve(given);
    const options = optionsOf(node);
    if (options.length === 0) return [node];
    return options
      .flatMap(shapesOf)
      .filter(({ properties = {} }) =>
        Object.entries(properties).every(
          ([name, { const: only }]) =>
            only === undefined || base?.[name] === undefined || only === base[name],
        ),
      );
  }

  function sample(given: Node): unknown {
    const node = resolve(given);
    const [option] = optionsOf(node);
    if (option) return sample(option);
    if (node.const !== undefined) return node.const;
    if (node.enum) return node.enum[0];
    if (node.examples?.length) return node.examples[0];
    if (node.default !== undefined) return node.default;
    if (node.type === "object") return sampleObject(node);
    if (node.type === "array") return node.items ? [sample(node.items)] : [];
    if (node.type === "boolean") return true;
    if (node.type === "integer" || node.type === "number") return Math.max(node.minimum ?? 0, 0);
    return "text";
  }

  function sampleObject({ properties = {} }: Node): Record<string, unknown> {
    return Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, sample(node)]));
  }

  function variants(given: Node): unknown[] {
    const node = resolve(given);
    const nested = [
      ...optionsOf(node).flatMap(variants),
      ...(node.items ? variants(node.items).map((item) => [item]) : []),
      ...variantsOfObject(node),
    ];
    return [...unfit, ...nested];
  }

  function variantsOfObject(node: Node, whole = sampleObject(node)): unknown[] {
    const { properties } = node;
    if (!properties) return [];
    return Object.entries(properties).flatMap(([name, inner]) => {
      const { [name]: _, ...without } = whole;
      return [
        without,
        { ...without, surelyUnknown: 1 },
        ...variants(inner).map((value) => ({ ...whole, [name]: value })),
      ];
    });
  }
}
