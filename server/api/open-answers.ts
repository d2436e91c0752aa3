type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** A part of the document and every part below it. */
const partsOf = (node: unknown): Node[] =>
  isNode(node) ? [node, ...Object.values(node).flatMap(partsOf)] : [];

const prefix = "#/components/schemas/";

/** Names of the schemas that parts of the document refer to, transitively. */
function schemasWithin(parts: unknown, schemas: Node, found = new Set<string>()): Set<string> {
  for (const { $ref } of partsOf(parts)) {
    if (typeof $ref !== "string" || !$ref.startsWith(prefix)) continue;
    const name = $ref.slice(prefix.length);
    if (found.has(name)) continue;
    found.add(name);
    schemasWithin(schemas[name], schemas, found);
  }
  return found;
}

/**
 * Allows undocumented fields in answers: v2 may get more fields, so a client must ignore unknown ones, and a validator generated from the
 * document must not reject them. Request schemas stay closed.
 */
export function openAnswers<D extends { paths?: object; components?: object }>(document: D): D {
  const { schemas = {}, responses = {} } = (document.components ?? {}) as {
    schemas?: Node;
    responses?: Node;
  };
  const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item as Node));
  const sent = schemasWithin(
    operations.map((operation) => (operation as Node).requestBody),
    schemas,
  );
  const answered = [
    responses,
    ...operations.map((operation) => (operation as Node).responses),
    ...Object.keys(schemas).flatMap((name) => (sent.has(name) ? [] : [schemas[name]])),
  ];
  for (const part of partsOf(answered))
    if (part.additionalProperties === false) delete part.additionalProperties;
  return document;
}
