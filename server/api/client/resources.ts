import type { Endpoint } from "@/server/transport/endpoint";
import { type ClientDocument, type Described, describedIn, type QueryParameter, queryOf } from "./document";
import { commentOf, parameterType, propertyOf, typeOf } from "./shape";
import { byResource, type Named } from "./table";

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const queryName = ({ operationId }: Endpoint): string => `${upperFirst(operationId)}Query`;

/** The interface of an operation's query. */
function queryText(endpoint: Endpoint, parameters: readonly QueryParameter[]): string {
  const fields = parameters.map(
    ({ name, schema, required, description }) =>
      commentOf(description, "  ") + propertyOf(name, parameterType(schema), !!required, "  "),
  );
  return `/** Query of \`${endpoint.method} ${endpoint.path}\`. */\nexport interface ${queryName(endpoint)} {\n${fields.join("")}}\n`;
}

/** The arguments before the options: the path's ids, then the query or the body. */
function argumentsOf(endpoint: Endpoint, described: Described) {
  const ids = Object.keys(endpoint.params ?? {}).map((name) => `${name}: string`);
  const query = queryOf(described);
  if (query.length > 0 && described.requestBody)
    throw new Error(`${endpoint.operationId} has a query and a body: the client takes one of them.`);
  if (query.length > 0) {
    const isRequired = query.some(({ required }) => required);
    return { ids, payload: { name: "query", type: queryName(endpoint), isRequired } };
  }
  const { requestBody } = described;
  if (!requestBody) return { ids };
  const schema = requestBody.content?.["application/json"]?.schema;
  const type = schema ? typeOf(schema, "  ") : "unknown";
  return { ids, payload: { name: "body", type, isRequired: !!requestBody.required } };
}

/** The result type of a call: the record, a whole list, or nothing. */
function resultOf({ list, data, document }: Endpoint, described: Described): string {
  if (document) return "Record<string, unknown>";
  if (!data) return "void";
  const success = Object.entries(described.responses).find(([status]) => /^20[01]$/.test(status));
  const schema = success?.[1].content?.["application/json"]?.schema.properties?.data;
  // Bulk work is always an operation: the record is known by its name.
  const type = schema ? typeOf(schema, "  ") : (data.meta()?.id ?? "unknown");
  return list === "paged" ? type.replace(/\[\]$/, "").replace(/^\((.*)\)$/, "$1") : type;
}

function optionsOf({ write }: Endpoint): string {
  const kinds = [
    "CallOptions",
    ...(write?.idempotent ? ["Idempotent"] : []),
    ...(write?.onBehalf ? ["OnBehalf"] : []),
  ];
  return kinds.join(" & ");
}

/** The signatures of one operation. A write that may be deferred has one more, for callers that do not wait. */
function signaturesOf({ verb, endpoint }: Named, document: ClientDocument): string {
  const described = describedIn(document, endpoint);
  const { ids, payload } = argumentsOf(endpoint, described);
  const result = resultOf(endpoint, described);
  const options = optionsOf(endpoint);
  const comment = commentOf(
    `${endpoint.summary}.\n\n${endpoint.description}\n\n\`${endpoint.method} ${endpoint.path}\``,
    "  ",
  );
  const withPayload = (isLast: boolean) => {
    if (!payload) return ids;
    const { name, type, isRequired } = payload;
    if (isRequired) return [...ids, `${name}: ${type}`];
    return [...ids, isLast ? `${name}?: ${type}` : `${name}: ${type} | undefined`];
  };
  const usual = (more: string) => `${[...withPayload(true), `options?: ${options}${more}`].join(", ")}`;
  if (endpoint.list === "paged") return `${comment}  ${verb}(${usual("")}): PagedList<${result}>;\n`;
  if (!endpoint.write?.defer) return `${comment}  ${verb}(${usual("")}): Promise<${result}>;\n`;
  const unwaited = [...withPayload(false), `options: ${options} & Unwaited`].join(", ");
  return `${comment}  ${verb}(${usual(" & Waited")}): Promise<${result}>;\n  ${verb}(${unwaited}): Promise<Handle<${result}>>;\n`;
}

const importsOf = (text: string, names: readonly string[]): string[] =>
  names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).sort();

/** The file of the resource types. */
export function resourcesText(endpoints: readonly Endpoint[], document: ClientDocument): string {
  const queries = endpoints.flatMap((endpoint) => {
    const parameters = queryOf(describedIn(document, endpoint));
    return parameters.length > 0 ? [queryText(endpoint, parameters)] : [];
  });
  const resources = [...byResource(endpoints)];
  const interfaces = resources.map(
    ([resource, operations]) =>
      `export interface ${upperFirst(resource)}Resource {\n${operations.map((one) => signaturesOf(one, document)).join("")}}\n`,
  );
  const fields = resources.map(
    ([resource]) => `  declare readonly ${resource}: ${upperFirst(resource)}Resource;\n`,
  );
  const body = [
    ...queries,
    ...interfaces,
    `/** Every resource of the API. */\nexport abstract class Resources {\n${fields.join("")}}\n`,
  ].join("\n");
  const models = importsOf(body, Object.keys(document.components.schemas));
  const options = importsOf(body, ["CallOptions", "Handle", "Idempotent", "OnBehalf", "Unwaited", "Waited"]);
  return [
    `import type { ${options.join(", ")} } from "../options.js";\n`,
    `import type { PagedList } from "../pages.js";\n`,
    `import type {\n${models.map((name) => `  ${name},\n`).join("")}} from "./models.js";\n\n`,
    body,
  ].join("");
}
