import type { Endpoint } from "@/server/transport/endpoint";
import type { ClientName } from "../client/names";
import { isListParameter } from "../client/shape";
import type { ClientCall } from "./client-code";
import { type Field, fieldsOf, parameterField } from "./fields";
import { type Components, componentOf, type JsonSchema } from "./json-schema";
import { filledPath, type Operation, type OperationAnswer, slugOf, type TryParameter } from "./operation";
import { codeSamples, type SampleRequest } from "./request-code";
import { sampleOf, sampleParameter } from "./sample";

interface Parameter {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}
interface Content {
  content?: { "application/json"?: { schema: JsonSchema } };
}
interface Header {
  description: string;
  schema: JsonSchema;
}
interface Answer extends Content {
  $ref?: string;
  description: string;
  headers?: Record<string, { $ref: string }>;
}
interface Described {
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Answer>;
  "x-operation-result"?: JsonSchema;
}

/** The parts of an OpenAPI document that the reference reads. */
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Components;
    responses?: Record<string, Answer>;
    parameters?: Record<string, Parameter>;
    headers?: Record<string, Header>;
  };
}

/** The generator's types are wider than its output for our records. */
export const documentOf = (generated: object): Document => generated as Document;

const lastOf = (ref: string): string => ref.split("/").at(-1) ?? "";
const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** The parameters of one kind, as fields and as inputs for a person to fill in. */
function parametersOf(operation: Described, { components }: Document): Parameter[] {
  return (operation.parameters ?? []).flatMap((one) => {
    const found = one.$ref ? components.parameters?.[lastOf(one.$ref)] : one;
    return found ? [found] : [];
  });
}

const tryable = (parameter: Parameter, components: Components): TryParameter | null =>
  parameter.in === "header"
    ? null
    : {
        name: parameter.name,
        in: parameter.in,
        isRequired: !!parameter.required,
        example: sampleParameter(parameter.schema, components) ?? "",
      };

/** Headers that are present in every answer that documents them. */
const constant = ["X-Request-Id", "RateLimit-Policy", "RateLimit", "Location"];

const headerField = (name: string, { description, schema }: Header): Field => ({
  name,
  type: "string",
  isRequired: constant.includes(name),
  description,
  facts: schema.examples?.map((example) => `Example \`${example}\``) ?? [],
  fields: [],
});

/** A paged list shows where its next page would start. */
function answerSample(schema: JsonSchema, components: Components): string {
  const sample = sampleOf(schema, components, "answer") as Record<string, unknown>;
  return json(schema.properties?.nextToken ? { ...sample, nextToken: "djEuOGYyYzk0…" } : sample);
}

/** An answer's sample already shows what a value looks like. */
const withoutExamples = (fields: readonly Field[]): Field[] =>
  fields.map((field) => ({
    ...field,
    facts: field.facts.filter((fact) => !fact.startsWith("Example ")),
    fields: withoutExamples(field.fields),
  }));

function answerOf(status: string, given: Answer, { components }: Document): OperationAnswer {
  const answer = given.$ref ? (components.responses?.[lastOf(given.$ref)] ?? given) : given;
  const schema = answer.content?.["application/json"]?.schema;
  const headers = Object.entries(answer.headers ?? {}).flatMap(([name, { $ref }]) => {
    const header = components.headers?.[lastOf($ref)];
    return header ? [headerField(name, header)] : [];
  });
  const isDocument = schema && !schema.properties && !componentOf(schema);
  return {
    status: Number(status),
    description: answer.description,
    headers,
    fields: schema && !isDocument ? withoutExamples(fieldsOf(schema, components.schemas)) : [],
    sample: schema && !isDocument ? answerSample(schema, components.schemas) : null,
  };
}

/** The contents of an operation's `result.body` after bulk work. */
function resultAnswer(schema: JsonSchema, { components }: Document): OperationAnswer {
  return {
    status: 200,
    description: "The operation's `result` once it has SUCCEEDED: `status` is 200, and `body` is:",
    headers: [],
    fields: withoutExamples(
      fieldsOf({ type: "object", properties: { data: schema }, required: ["data"] }, components.schemas),
    ),
    sample: json({ data: sampleOf(schema, components.schemas, "answer") }),
  };
}

function answersOf(operation: Described, document: Document): OperationAnswer[] {
  const good = Object.entries(operation.responses)
    .filter(([status]) => status < "300")
    .map(([status, answer]) => answerOf(status, answer, document))
    // The usual answer first: 202 is what a slow write gets.
    .sort((a, b) => Number(a.status === 202) - Number(b.status === 202));
  const result = operation["x-operation-result"];
  return result ? [...good, resultAnswer(result, document)] : good;
}

type Known = Parameter & { value: string };

/** Parameters with a meaningful example, and that example. */
const knownOf = (parameters: readonly Parameter[], schemas: Components): Known[] =>
  parameters.flatMap((one) => {
    const value = sampleParameter(one.schema, schemas);
    return value === undefined ? [] : [{ ...one, value }];
  });

function requestUrl(endpoint: Endpoint, known: readonly Known[], baseUrl: string): string {
  const path = filledPath(
    endpoint.path,
    Object.fromEntries(known.filter((one) => one.in === "path").map(({ name, value }) => [name, value])),
  );
  const query = known
    .filter((one) => one.in === "query")
    .map(({ name, value }) => `${name}=${encodeURI(value)}`);
  return `${baseUrl}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/** A parameter's text in the type that the client takes. */
function clientValue({ schema, value }: Known): unknown {
  if (isListParameter(schema)) return value.split(",");
  const isText = [schema.type].flat().includes("string") || schema.type === undefined;
  return isText ? value : JSON.parse(value);
}

/** The name of each answer or item in a sample: its schema's, without the part that distinguishes schemas. */
function resultName({ data, document }: Endpoint): string | null {
  if (document) return "result";
  if (!data) return null;
  const name = (data.meta()?.id ?? "result").replace(/^Expanded|(?:Detail|Item|WithSecret)$/, "");
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function clientCallOf(
  endpoint: Endpoint,
  known: readonly Known[],
  body: unknown,
  { clientName, baseUrl }: Pick<VersionWords, "clientName" | "baseUrl">,
): ClientCall | null {
  if (!clientName) return null;
  const query = known.filter((one) => one.in === "query").map((one) => [one.name, clientValue(one)]);
  return {
    ...clientName,
    baseUrl,
    ids: known.filter((one) => one.in === "path").map(({ value }) => value),
    payload: query.length > 0 ? Object.fromEntries(query) : (body as object | undefined),
    result: resultName(endpoint),
    list: endpoint.list,
  };
}

/** A version's facts about an operation beyond its record and its document. */
export interface VersionWords
  extends Pick<Operation, "version" | "scope" | "plan" | "roles" | "errors" | "limits"> {
  baseUrl: string;
  key: SampleRequest["key"];
  /** The operation's name in the client; null when the client has none. */
  clientName: ClientName | null;
}

/** An operation as its page shows it: the document's description, with the version's own facts. */
export function operationOf(
  endpoint: Endpoint,
  document: Document,
  { baseUrl, key, clientName, ...words }: VersionWords,
): Operation {
  const { schemas } = document.components;
  const { method, path, operationId, write } = endpoint;
  const described = document.paths[path]?.[method.toLowerCase()];
  if (!described) throw new Error(`The document lacks ${method} ${path}`);
  const parameters = parametersOf(described, document);
  const fieldsIn = (place: Parameter["in"]) =>
    parameters.filter((one) => one.in === place).map((one) => parameterField(one, schemas));
  const bodySchema = described.requestBody?.content?.["application/json"]?.schema;
  const body = bodySchema && sampleOf(bodySchema, schemas, "request");
  const known = knownOf(parameters, schemas);
  return {
    ...words,
    slug: slugOf(operationId),
    title: endpoint.summary,
    group: endpoint.tag,
    operationId,
    method,
    path,
    description: endpoint.description,
    pathParameters: fieldsIn("path"),
    queryParameters: fieldsIn("query"),
    headerParameters: fieldsIn("header"),
    body: bodySchema
      ? {
          fields: fieldsOf(bodySchema, schemas),
          isRequired: !!described.requestBody?.required,
          sample: json(body),
        }
      : null,
    answers: answersOf(described, document),
    samples: codeSamples({
      method,
      url: requestUrl(endpoint, known, baseUrl),
      key,
      ...(body !== undefined && { body }),
      ...(endpoint.upload && { file: "sent" as const }),
      ...(endpoint.download && { file: "answered" as const }),
      isIdempotent: !!write?.idempotent,
      call: clientCallOf(endpoint, known, body, { clientName, baseUrl }),
    }),
    tryParameters:
      method === "GET" && !endpoint.download
        ? parameters.flatMap((one) => tryable(one, schemas) ?? [])
        : null,
  };
}
