import type { Settings } from "@/server/kernel/env";
import type { Endpoint } from "@/server/transport/endpoint";
import { v2Endpoints } from "../endpoints";
import { openApiDocument } from "../openapi";
import { errorCodesOf } from "../openapi-errors";
import { errorRowOf } from "./conditions";
import { type Field, fieldsOf, parameterField } from "./fields";
import { type Components, componentOf, type JsonSchema } from "./json-schema";
import { limitsOf } from "./limits";
import { filledPath, type Operation, type OperationAnswer, slugOf, type TryParameter } from "./operation";
import { codeSamples } from "./request-code";
import { rolesOf } from "./roles";
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
  content?: { "application/json": { schema: JsonSchema } };
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

/** As much of the document as the reference reads. */
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Components;
    responses: Record<string, Answer>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
  };
}

const lastOf = (ref: string): string => ref.split("/").at(-1) ?? "";
const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** The parameters of one kind, as fields and as a person may fill them in. */
function parametersOf(operation: Described, { components }: Document): Parameter[] {
  return (operation.parameters ?? []).flatMap((one) => {
    const found = one.$ref ? components.parameters[lastOf(one.$ref)] : one;
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

/** Headers that every answer with them documented has. */
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

/** An answer's sample shows what a value looks like. */
const withoutExamples = (fields: readonly Field[]): Field[] =>
  fields.map((field) => ({
    ...field,
    facts: field.facts.filter((fact) => !fact.startsWith("Example ")),
    fields: withoutExamples(field.fields),
  }));

function answerOf(status: string, given: Answer, { components }: Document): OperationAnswer {
  const answer = given.$ref ? (components.responses[lastOf(given.$ref)] ?? given) : given;
  const schema = answer.content?.["application/json"].schema;
  const headers = Object.entries(answer.headers ?? {}).flatMap(([name, { $ref }]) => {
    const header = components.headers[lastOf($ref)];
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

/** What an operation's `result.body` holds once bulk work is done. */
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

function requestUrl(
  endpoint: Endpoint,
  parameters: readonly Parameter[],
  document: Document,
  baseUrl: string,
) {
  const { schemas } = document.components;
  const known = parameters.flatMap((one) => {
    const value = sampleParameter(one.schema, schemas);
    return value === undefined ? [] : [{ name: one.name, in: one.in, value }];
  });
  const path = filledPath(
    endpoint.path,
    Object.fromEntries(known.filter((one) => one.in === "path").map(({ name, value }) => [name, value])),
  );
  const query = known
    .filter((one) => one.in === "query")
    .map(({ name, value }) => `${name}=${encodeURI(value)}`);
  return `${baseUrl}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

function operationOf(endpoint: Endpoint, document: Document, settings: Settings): Operation {
  const { components } = document;
  const { method, path, operationId, scope, write } = endpoint;
  const described = document.paths[path]?.[method.toLowerCase()];
  if (!described) throw new Error(`The document lacks ${method} ${path}`);
  const parameters = parametersOf(described, document);
  const fieldsIn = (place: Parameter["in"]) =>
    parameters.filter((one) => one.in === place).map((one) => parameterField(one, components.schemas));
  const bodySchema = described.requestBody?.content?.["application/json"].schema;
  const body = bodySchema && sampleOf(bodySchema, components.schemas, "request");
  return {
    slug: slugOf(operationId),
    title: endpoint.summary,
    version: "v2",
    group: endpoint.tag,
    operationId,
    method,
    path,
    description: endpoint.description,
    scope,
    plan: endpoint.plan ?? null,
    roles: rolesOf(endpoint),
    pathParameters: fieldsIn("path"),
    queryParameters: fieldsIn("query"),
    headerParameters: fieldsIn("header"),
    body: bodySchema
      ? {
          fields: fieldsOf(bodySchema, components.schemas),
          isRequired: !!described.requestBody?.required,
          sample: json(body),
        }
      : null,
    answers: answersOf(described, document),
    errors: errorCodesOf(endpoint).map((code) => errorRowOf(code, operationId, !!write?.onBehalf)),
    limits: limitsOf(endpoint, settings),
    samples: codeSamples({
      method,
      url: requestUrl(endpoint, parameters, document, settings.baseUrl),
      key:
        scope === "public"
          ? null
          : { header: "Authorization", scheme: "Bearer ", variable: "TIMEAWAY_API_KEY" },
      ...(body !== undefined && { body }),
      isIdempotent: !!write?.idempotent,
    }),
    tryParameters:
      method === "GET" ? parameters.flatMap((one) => tryable(one, components.schemas) ?? []) : null,
  };
}

/** Schemas of the document by name, for the sealed version, whose records are parts of them. */
export const documentOf = (settings: Settings): Document =>
  openApiDocument(v2Endpoints, settings) as unknown as Document;

/** Every v2 operation, in the order of the document. */
export function v2Operations(settings: Settings): Operation[] {
  const document = documentOf(settings);
  return v2Endpoints.map((endpoint) => operationOf(endpoint, document, settings));
}
