import type { Ctx } from "@/server/access/ctx";
import { errorFor, isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import { ApiError } from "@/server/kernel/errors";
import { bearerChallenge } from "@/server/kernel/http/bearer-challenge";
import { Buckets } from "@/server/kernel/http/buckets";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { readTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { noteRequest } from "@/server/modules/integrations/request-log/note";
import { admitDirectory } from "@/server/modules/people/provisioning/admit-directory";
import { largestBody, requestRate } from "@/server/modules/people/provisioning/policy";
import { ScimError } from "@/server/modules/people/provisioning/scim-error";
import { type Answer, toResponse } from "@/server/transport/answer";
import { Router } from "@/server/transport/match";
import type { ParsedRequest } from "@/server/transport/parsed-request";
import { readJsonObject } from "@/server/transport/read-body";
import { type Beginning, begin } from "../log-request";
import { type Route, scim } from "./route";
import { scimRoutes } from "./routes";

const router = new Router<Route>(scimRoutes);
const root = "/scim/v2";

const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";

function refused({ status, scimType, detail }: ScimError, headers: Record<string, string> = {}): Answer {
  // `status` is a text (RFC 7644, 3.12).
  const body = { schemas: [errorSchema], status: String(status), ...(scimType && { scimType }), detail };
  return scim(status, body, headers);
}

/** Refusals of our verbs and of the body's reader, in SCIM's format. */
function asScimError(error: unknown): { error: ScimError; headers?: Record<string, string> } | null {
  if (error instanceof ScimError) return { error };
  if (!(error instanceof ApiError)) {
    if (!isDatabaseUnavailable(error)) return null;
    const unavailable = errorFor(error);
    return {
      error: new ScimError(unavailable.status, null, unavailable.message),
      headers: { "retry-after": "5" },
    };
  }
  const type =
    error.code === "INVALID_REQUEST_BODY" ? "invalidSyntax" : error.status === 400 ? "invalidValue" : null;
  const said = error.more.details?.fields?.map(({ path, message }) => `${path}: ${message}`).join(" ");
  return {
    error: new ScimError(error.status, type, said ?? error.message),
    headers: error.more.headers ?? {},
  };
}

interface Seen {
  requestId: string;
  ctx?: Ctx;
  endpoint?: string;
  bodyFields?: string[];
}

const bearer = /^bearer +([^ ]+)$/i;
const limits = new WeakMap<Services, Buckets>();

function bucketsOf(services: Services): Buckets {
  const known = limits.get(services) ?? new Buckets(requestRate);
  limits.set(services, known);
  return known;
}

async function answer(parsed: ParsedRequest, services: Services, seen: Seen): Promise<Answer> {
  const { request, method, path, search } = parsed;
  const token = bearer.exec(request.headers.get("authorization") ?? "")?.[1];
  const directory = token ? await admitDirectory(services, token, seen.requestId) : null;
  if (!directory)
    return refused(
      new ScimError(401, null, "The token is missing, has ended or is not known."),
      bearerChallenge(),
    );
  seen.ctx = directory.ctx;
  const waitMs = bucketsOf(services).take(directory.connectionId);
  if (waitMs > 0)
    return refused(new ScimError(429, null, "Too many requests at once."), {
      "retry-after": String(Math.ceil(waitMs / 1000)),
    });
  const below = path.slice(root.length) || "/";
  const match = router.match(method, below);
  if (!match.found) {
    if (match.allow.length === 0) return refused(new ScimError(404, null, "This address doesn't exist."));
    const allow = match.allow.join(", ");
    return refused(new ScimError(405, null, "This address doesn't have this method."), { allow });
  }
  const { route, params } = match.found;
  seen.endpoint = root + route.path;
  const body = route.hasBody ? (await readJsonObject(request, largestBody))?.value : undefined;
  if (route.hasBody && !body) throw new ScimError(400, "invalidSyntax", "The request has no body.");
  seen.bodyFields = Object.keys(body ?? {}).slice(0, 40);
  const base = services.settings.baseUrl + root;
  const query = new URLSearchParams(search);
  const ifMatch = request.headers.get("if-match");
  const ifNoneMatch = request.headers.get("if-none-match");
  const work = route.call({
    ctx: directory.ctx,
    base,
    query,
    params,
    body: body ?? {},
    ifMatch,
    ifNoneMatch,
  });
  return method === "GET" || method === "HEAD" ? withTimeout(work, readTimeoutMs) : work;
}

function log(
  services: Services,
  parsed: ParsedRequest,
  seen: Seen,
  { status, body }: Answer,
  beginning: Beginning,
): void {
  const { facts, method, path, search, request } = parsed;
  noteRequest(services, facts, {
    ...{ requestId: seen.requestId, at: beginning.at, api: "scim", method, path, search, status },
    endpoint: seen.endpoint ?? null,
    refusal: status >= 400 ? body : null,
    errorCode: null,
    durationMs: performance.now() - beginning.tick,
    workspaceId: seen.ctx?.actor.workspaceId ?? null,
    ...{ keyKind: null, keyId: null, ownerId: null, actingUserId: null, presentedKey: null },
    ...{ idempotencyKey: null, isReplay: false, location: null, burstLeft: null, monthCount: null },
    userAgent: request.headers.get("user-agent"),
    bodyFields: seen.bodyFields ?? null,
  });
}

/** Answers one request below /scim/v2 (RFC 7644; decision 2.31). Never throws. */
export async function handleScim(parsed: ParsedRequest, services: Services): Promise<Response> {
  const beginning = begin(services);
  const seen: Seen = { requestId: newRequestId(beginning.at) };
  const result = await answer(parsed, services, seen).catch((thrown: unknown): Answer => {
    const known = asScimError(thrown);
    if (known) return refused(known.error, known.headers);
    services.log.error({ requestId: seen.requestId, err: thrown }, "a SCIM request failed");
    return refused(new ScimError(500, null, "Something went wrong on our side."));
  });
  log(services, parsed, seen, result, beginning);
  const headers = { "x-request-id": seen.requestId, "cache-control": "no-store", ...result.headers };
  return toResponse({ ...result, headers }, parsed.method);
}
