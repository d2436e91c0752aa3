import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { v2Endpoints } from "@/server/api/endpoints";
import { openApiDocument } from "@/server/api/openapi";
import { handleV1 } from "@/server/api/v1";
import { handleV2 } from "@/server/api/v2";
import type { Services } from "@/server/kernel/services";
import type { Endpoint } from "@/server/transport/endpoint";
import { Router } from "@/server/transport/match";
import { parseRequest, targetOf } from "@/server/transport/parsed-request";
import { lapsesOf } from "./own-words";

const origin = "http://localhost:3000";
const source = { ip: null, host: "localhost:3000" };

/** With closed schemas: every field of our answers is documented, even though clients must tolerate unknown ones. */
export const apiDocument = openApiDocument(v2Endpoints, { baseUrl: origin, appUrl: origin }, "closed");

// `strict: false`: the document contains more than schemas.
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ ...apiDocument, $id: "api" });
const router = new Router<Endpoint>(v2Endpoints);

interface DocumentedResponse {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}

/** The document's pointer to a status of an operation; `stray` for an unknown path or method. */
function describedAt(endpoint: Endpoint | null, status: number): string {
  if (!endpoint) return `#/components/responses/${status === 405 ? "MethodNotAllowed" : "UnknownPath"}`;
  const pointer = `#/paths/${endpoint.path.replaceAll("/", "~1")}/${endpoint.method.toLowerCase()}/responses/${status}`;
  return (lookUp(pointer) as DocumentedResponse | undefined)?.$ref ?? pointer;
}

const lookUp = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split("/")
    .reduce<unknown>(
      (node, key) => (node as Record<string, unknown> | undefined)?.[key.replaceAll("~1", "/")],
      apiDocument,
    );

const validators = new Map<string, ValidateFunction>();
function validatorOf(pointer: string): ValidateFunction {
  const schema = `api${pointer}/content/application~1json/schema`;
  const validator = validators.get(schema) ?? ajv.compile({ $ref: schema });
  validators.set(schema, validator);
  return validator;
}

export interface ApiAnswer<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

export interface ApiRequest {
  key?: { plain: string } | string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged. */
  body?: string | Uint8Array<ArrayBuffer>;
}

/** Checks an answer against the document: status, headers, body. */
function expectDocumented({ method, url }: Request, answer: ApiAnswer): void {
  const where = `${method} ${url} ${answer.status} ${answer.text.slice(0, 400)}`;
  const { path } = targetOf(url);
  const { found } = router.match(method, path);
  const pointer = describedAt(found?.route ?? null, answer.status);
  const described = lookUp(pointer) as DocumentedResponse | undefined;
  expect(described, `${where}\nthe document does not have this status`).toBeDefined();
  expect(answer.headers.get("x-request-id"), where).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  if (method === "HEAD" || !described?.content) {
    expect(answer.text, where).toBe("");
    return;
  }
  const type = answer.headers.get("content-type") ?? "";
  if (!("application/json" in described.content)) {
    expect(Object.keys(described.content), where).toContain(type);
    return;
  }
  expect(type, where).toBe("application/json");
  const validator = validatorOf(pointer);
  expect(validator(answer.body) || validator.errors, where).toBe(true);
  const { error } = answer.body as Partial<Refused>;
  if (!error) return;
  expect(error.requestId, where).toBe(answer.headers.get("x-request-id"));
  expect(lapsesOf(error.details?.fields ?? []), where).toEqual([]);
}

function requestOf(method: string, url: string, given: ApiRequest, keyHeaders: Record<string, string>) {
  const body = given.json === undefined ? given.body : JSON.stringify(given.json);
  return new Request(origin + url, {
    method,
    headers: {
      ...keyHeaders,
      ...(given.json !== undefined && { "content-type": "application/json" }),
      ...given.headers,
    },
    ...(body !== undefined && { body }),
  });
}

const plainOf = (key: ApiRequest["key"]) => (typeof key === "object" ? key.plain : key);

async function answerOf<T>(response: Response): Promise<ApiAnswer<T>> {
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson && text !== "" ? JSON.parse(text) : undefined) as T,
  };
}

/** Calls the API in process, through the whole pipeline; checks every v2 answer against the OpenAPI document. */
export function apiClient(services: Services) {
  async function v2<T = unknown>(method: string, url: string, given: ApiRequest = {}) {
    const key = plainOf(given.key);
    const request = requestOf(method, url, given, key ? { authorization: `Bearer ${key}` } : {});
    const answer = await answerOf<T>(await handleV2(parseRequest(request, source), services));
    expectDocumented(request, answer);
    return answer;
  }
  async function v1<T = unknown>(url: string, given: ApiRequest & { method?: string } = {}) {
    const key = plainOf(given.key);
    const request = requestOf(given.method ?? "GET", url, given, key ? { "x-api-key": key } : {});
    return answerOf<T>(await handleV1(parseRequest(request, source), services));
  }
  return {
    v2,
    v1,
    get: <T = unknown>(url: string, key?: ApiRequest["key"], headers?: Record<string, string>) =>
      v2<T>("GET", url, { ...(key && { key }), ...(headers && { headers }) }),
  };
}

/** Bodies as tests read them. */
export interface Listed<T = Record<string, unknown>> {
  data: T[];
  nextToken?: string;
}
export interface Single<T = Record<string, unknown>> {
  data: T;
}
export interface Refused {
  error: {
    code: string;
    description: string;
    requestId: string;
    details?: { fields?: { path: string; message: string }[]; requiredScopes?: string[] };
  };
}
