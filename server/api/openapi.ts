import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import type { Settings } from "@/server/kernel/env";
import { type IdKind, idOf } from "@/server/kernel/schema";
import { AcceptedOperation } from "@/server/modules/integrations/operations/schema";
import { documentEndpoint, type Endpoint } from "@/server/transport/endpoint";
import { openAnswers } from "./open-answers";
import { errorResponses, strayResponses } from "./openapi-errors";
import { headersOf, responseHeaders } from "./openapi-headers";
import { withResults } from "./openapi-results";
import { tagDescriptions } from "./openapi-tags";

const description = `Leave management for a company workspace.

Send \`Authorization: Bearer <API_KEY>\` with every request. A key belongs to a user. Its scopes never exceed what the owner's role
allows, and it only sees what the owner can see. Each key can send 10 requests per second with a burst of 50, and 30,000 requests
per calendar month (UTC). There is no \`Retry-After\`: retry with exponential backoff and jitter.

Bodies are JSON objects of at most 256 KiB (imports 8 MiB). Text must be well-formed Unicode and is trimmed. Unknown fields are
rejected. A PATCH changes only the fields you send.

Every error has the same body, \`{ error: { code, name, description, resolution, requestId, details? } }\`. An unknown path
returns \`RESOURCE_NOT_FOUND\`. A known path with another method returns \`METHOD_NOT_ALLOWED\` with an \`Allow\` header. A write that
takes too long returns 202 with an operation to poll.`;

const success: Record<number, string> = { 200: "OK", 201: "Created", 202: "Accepted", 204: "No content" };

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x20-\x7e]*$/)
  .optional()
  .meta({
    description: "Lets you safely retry the write for 24 hours. 1 to 255 printable ASCII characters.",
    param: { in: "header", name: "Idempotency-Key", id: "IdempotencyKey" },
  });

const onBehalfOf = z
  .string()
  .optional()
  .meta({
    description: "The ID of the user to act for. Needs `users:act-on-behalf`.",
    param: { in: "header", name: "X-On-Behalf-Of", id: "OnBehalfOf" },
  });

const contentDisposition = z
  .string()
  .optional()
  .meta({
    description: "The file's name, such as `attachment; filename*=UTF-8''note.pdf` (RFC 6266).",
    param: { in: "header", name: "Content-Disposition", id: "ContentDisposition" },
  });

/** Bytes as they are (OpenAPI 3.1: no schema). */
const fileContent = { "application/octet-stream": {} };
const uploadBody = { required: true, description: "The file itself.", content: fileContent };

const prefer = z
  .string()
  .optional()
  .meta({
    description: "`respond-async` returns 202 right away; `wait=<seconds>` shortens the wait.",
    param: { in: "header", name: "Prefer", id: "Prefer" },
  });

/** The success body: the envelope around the record's shape. */
function bodySchema({ data, list }: Endpoint): z.ZodType | undefined {
  if (!data) return undefined;
  if (!list) return z.object({ data });
  const many = z.object({ data: z.array(data) });
  if (list === "whole") return many;
  return many.extend({
    nextToken: z.string().optional().meta({ description: "Absent on the last page." }),
  });
}

function successResponse(endpoint: Endpoint): ZodOpenApiResponseObject {
  const { scope, write } = endpoint;
  const schema = endpoint.document ? { type: "object" as const } : bodySchema(endpoint);
  if (endpoint.download)
    return {
      description: "The file's content, with its type and an attachment's headers.",
      headers: headersOf({ keyed: true }),
      content: Object.fromEntries(endpoint.download.map((type) => [type, {}])),
    };
  return {
    description: success[endpoint.status ?? 200] ?? "Success",
    headers: headersOf({
      keyed: scope !== "public",
      replay: !!write?.idempotent,
      preference: !!write?.defer,
      tagged: !!endpoint.document,
    }),
    ...(schema && { content: { "application/json": { schema } } }),
  };
}

const accepted: ZodOpenApiResponseObject = {
  id: "AcceptedForLater",
  description: "Accepted. The write continues in the background: poll the operation.",
  headers: headersOf({ keyed: true, operation: true, replay: true, preference: true }),
  content: { "application/json": { schema: z.object({ operation: AcceptedOperation }) } },
};

const notModified: ZodOpenApiResponseObject = {
  description: "The document is still the one whose `ETag` was sent in `If-None-Match`.",
  headers: headersOf({ tagged: true }),
};

/** The success responses of a call. Bulk work is always an operation, whose result contains the record. */
function successResponses(endpoint: Endpoint): Record<`${number}`, ZodOpenApiResponseObject> {
  const { write, status = 200 } = endpoint;
  if (write?.defer === "always") return { 202: accepted };
  return { [status]: successResponse(endpoint), ...(write?.defer && { 202: accepted }) };
}

/** `leaveType` as plain words. */
const inWords = (kind: IdKind): string => kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function parametersOf({ params, write, upload }: Endpoint): ZodOpenApiOperationObject["parameters"] {
  const path = Object.entries(params ?? {}).map(([name, kind]) =>
    idOf(kind).meta({ description: `The ID of the ${inWords(kind)}.`, param: { in: "path", name } }),
  );
  return [
    ...path,
    ...(upload ? [contentDisposition] : []),
    ...(write?.idempotent ? [idempotencyKey] : []),
    ...(write?.onBehalf ? [onBehalfOf] : []),
    // Bulk work is accepted at once, whatever Prefer says.
    ...(write?.defer === true ? [prefer] : []),
  ];
}

function operationOf(
  endpoint: Endpoint,
  made: Map<string, ZodOpenApiResponseObject>,
): ZodOpenApiOperationObject {
  const { operationId, tag, summary, query, body, scope, write } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    description: endpoint.description,
    security: scope === "public" ? [] : [{ apiKey: [] }],
    "x-required-scope": scope,
    ...(endpoint.plan && { "x-required-plan": endpoint.plan }),
    ...(write?.defer === "always" && {
      "x-operation-result": { $ref: `#/components/schemas/${endpoint.data?.meta()?.id}` },
    }),
    parameters: parametersOf(endpoint),
    ...(query && { requestParams: { query } }),
    ...(endpoint.upload && { requestBody: uploadBody }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { "application/json": { schema: body } },
      },
    }),
    responses: {
      ...successResponses(endpoint),
      // Responses of no operation need a place; the operation about the document itself is it.
      ...(endpoint.document && { 304: notModified }),
      ...(endpoint.document && { 404: strayResponses.UnknownPath, 405: strayResponses.MethodNotAllowed }),
      ...errorResponses(endpoint, made),
    },
  };
}

function pathsOf(endpoints: readonly Endpoint[]): ZodOpenApiPathsObject {
  const made = new Map<string, ZodOpenApiResponseObject>();
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase() as "get" | "post" | "patch" | "delete";
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(endpoint, made) };
  }
  return paths;
}

/** The addresses of this installation. */
type Hosts = Pick<Settings, "baseUrl" | "appUrl">;

/**
 * The OpenAPI 3.1 document of these endpoints.
 * @param answers `closed` is for the tests that check that every answered field is documented
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { baseUrl, appUrl }: Hosts,
  answers: "open" | "closed" = "open",
) {
  const document = createDocument({
    openapi: "3.1.0",
    info: {
      title: "Timeaway REST API",
      version: "2.0.0",
      description,
      contact: { name: "Timeaway", url: appUrl },
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    // A variable, because every installation has its own host: tools prompt for it, with this one as the default.
    servers: [
      {
        url: "{baseUrl}",
        description: "The API host of this installation: scheme and host, without a slash at the end.",
        // No description: swagger-parser, with an older schema of 3.1, rejects the document for one.
        variables: { baseUrl: { default: baseUrl } },
      },
    ],
    tags: Object.entries(tagDescriptions).map(([name, about]) => ({ name, description: about })),
    paths: pathsOf(withResults(endpoints)),
    components: {
      headers: responseHeaders,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key of the form `svc_live_…`. Create one on the Open API add-on page.",
        },
      },
    },
  });
  return answers === "open" ? openAnswers(document) : document;
}

/** `GET /v2/openapi.json`: generated once per process. `endpoints` is called late, because this record is one of them. */
export function openApiEndpoint(endpoints: () => readonly Endpoint[]): Endpoint {
  const texts = new Map<string, string>();
  return documentEndpoint({
    method: "GET",
    path: "/v2/openapi.json",
    operationId: "getOpenApi",
    tag: "Meta",
    summary: "Get the OpenAPI document",
    description:
      "The OpenAPI 3.1 document, generated from the same schemas that validate requests. No key needed. Pages of any origin can read it, caches can keep it for five minutes, and `If-None-Match` with its `ETag` returns 304 while it's the same.",
    scope: "public",
    document({ settings }) {
      const at = `${settings.baseUrl} ${settings.appUrl}`;
      const text = texts.get(at) ?? JSON.stringify(openApiDocument(endpoints(), settings));
      texts.set(at, text);
      return text;
    },
  });
}
