import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { catalogue, type ErrorCode } from "@/server/kernel/errors";
import type { Endpoint } from "@/server/transport/endpoint";
import { headersOf } from "./openapi-headers";

const codes = Object.keys(catalogue) as ErrorCode[];

const FieldFault = z.object({ path: z.string(), message: z.string() }).meta({ id: "FieldFault" });

const Details = z
  .looseObject({ fields: z.array(FieldFault).optional(), requiredScopes: z.array(z.string()).optional() })
  .meta({ id: "ErrorDetails" });

/** The error inside every refusal; each response narrows the code. */
const ApiErrorShape = z.object({
  name: z.string(),
  description: z.string().meta({ description: "What went wrong." }),
  resolution: z.string().meta({ description: "How to fix it." }),
  requestId: z
    .string()
    .meta({ description: "The request's ID, same as X-Request-Id. Include it when you contact support." }),
  details: Details.optional(),
});

/** Every code that an endpoint can answer with: the shared ones that its record implies, and its own. */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  if (endpoint.scope === "public") return ["INTERNAL_ERROR", "SERVICE_UNAVAILABLE"];
  const found = new Set<ErrorCode>(["UNAUTHORIZED", "FORBIDDEN"]);
  const add = (when: unknown, ...more: ErrorCode[]) => {
    if (when) for (const code of more) found.add(code);
  };
  add(endpoint.scope !== "any", "INSUFFICIENT_SCOPE");
  add(endpoint.plan === "COMPLETE", "SCHEDULED_REPORTS_NOT_AVAILABLE");
  add(endpoint.params, endpoint.notFound ?? "RESOURCE_NOT_FOUND");
  add(endpoint.query || endpoint.body || endpoint.upload || endpoint.write?.onBehalf, "VALIDATION_ERROR");
  add(endpoint.body || endpoint.upload, "INVALID_REQUEST_BODY", "UNSUPPORTED_CONTENT_ENCODING");
  add(endpoint.write?.onBehalf, "ON_BEHALF_OF_NOT_ALLOWED");
  add(
    endpoint.write?.idempotent,
    "INVALID_IDEMPOTENCY_KEY",
    "IDEMPOTENCY_REQUEST_IN_PROGRESS",
    "IDEMPOTENCY_KEY_REUSED",
  );
  add(
    true,
    ...(endpoint.errors ?? []),
    "RATE_LIMITED",
    "QUOTA_EXCEEDED",
    "INTERNAL_ERROR",
    "SERVICE_UNAVAILABLE",
  );
  return codes.filter((code) => found.has(code));
}

const pascal = (code: ErrorCode): string =>
  code
    .split("_")
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join("");

/** One shared response for each set of codes of one status. */
function responseOf(
  status: number,
  set: readonly ErrorCode[],
  { id = set.map(pascal).join("Or"), keyed = ![401, 405].includes(status) } = {},
): ZodOpenApiResponseObject {
  const code = z.enum(set).meta({ description: "Stable. Branch on this." });
  const error = z.object({ code, ...ApiErrorShape.shape });
  return {
    id,
    description: set.map((code) => `\`${code}\`: ${catalogue[code][2]}`).join("\n\n"),
    headers: headersOf({
      keyed,
      challenge: status === 401,
      allow: status === 405,
      encodings: status === 415,
    }),
    content: { "application/json": { schema: z.object({ error }) } },
  };
}

/** Responses to an unknown path or another method, which belong to no operation. */
export const strayResponses = {
  UnknownPath: responseOf(404, ["RESOURCE_NOT_FOUND", "WEBHOOK_NOT_FOUND"], {
    id: "UnknownPath",
    // The path is looked up before the key.
    keyed: false,
  }),
  MethodNotAllowed: responseOf(405, ["METHOD_NOT_ALLOWED"]),
};

/** An endpoint's errors by status. `made` caches one object per set, so that they are shared. */
export function errorResponses(
  endpoint: Endpoint,
  made: Map<string, ZodOpenApiResponseObject>,
): Record<`${number}`, ZodOpenApiResponseObject> {
  const all = errorCodesOf(endpoint);
  const responses: Record<`${number}`, ZodOpenApiResponseObject> = {};
  for (const status of new Set(all.map((code) => catalogue[code][0]))) {
    const set = all.filter((code) => catalogue[code][0] === status);
    const response = made.get(set.join()) ?? responseOf(status, set);
    made.set(set.join(), response);
    responses[`${status}`] = response;
  }
  return responses;
}
