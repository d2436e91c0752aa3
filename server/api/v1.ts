import { type Ctx, ctxFor } from "@/server/access/ctx";
import {
  openPosition,
  type Page,
  type PageScope,
  type Position,
  sealPosition,
} from "@/server/kernel/database/page-token";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { readTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { admitLegacyKey, type LegacyAdmission } from "@/server/modules/integrations/legacy-keys/admit";
import { rateLimitHeaders } from "@/server/modules/integrations/rate-limits/policy";
import { type Answer, json, toResponse } from "@/server/transport/answer";
import type { Endpoint } from "@/server/transport/endpoint";
import { pageResource } from "@/server/transport/endpoint";
import { Router } from "@/server/transport/match";
import type { ParsedRequest } from "@/server/transport/parsed-request";
import { noUpload } from "@/server/transport/read-upload";
import { begin, logV1, type SeenV1 } from "./log-request";
import { v1Endpoints } from "./v1-endpoints";
import { v1Query } from "./v1-query";

const router = new Router<Endpoint>(v1Endpoints);

/** Bytes; no legacy key is longer. */
const longestKey = 256;

async function admit(services: Services, request: Request): Promise<LegacyAdmission | null> {
  const key = request.headers.get("x-api-key");
  return key && key.length <= longestKey ? admitLegacyKey(services, key) : null;
}

type Query = Readonly<Record<string, string>>;

/** Parameters that select rows: a nextToken is valid for the same ones only. */
const filtersOf = (names: readonly string[]): string[] =>
  names.filter((name) => name !== "limit" && name !== "nextToken");

function pageScope(ctx: Ctx, endpoint: Endpoint, query: Query, keyId: string): PageScope {
  return {
    encryptionKeys: ctx.services.settings.encryptionKeys,
    resource: pageResource(endpoint),
    workspaceId: ctx.actor.workspaceId,
    ownerId: keyId,
    filters: filtersOf(Object.keys(endpoint.query?.shape ?? {})).map((name) => query[name] ?? null),
  };
}

/** The page's start; an unusable nextToken is ignored, as every other bad value is. */
function positionOf(scope: PageScope, token: string | undefined, now: Date): Position | null {
  if (token === undefined) return null;
  try {
    return openPosition(scope, token, now);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function read(ctx: Ctx, endpoint: Endpoint, search: string, keyId: string): Promise<Answer> {
  const text = v1Query(search, Object.keys(endpoint.query?.shape ?? {}));
  const { data: query, error } = endpoint.query?.safeParse(text) ?? {};
  // Nothing else is ever refused.
  if (error)
    return json(400, { status: "error", message: `"${error.issues[0]?.path[0]?.toString()}" is required` });
  const scope = pageScope(ctx, endpoint, text, keyId);
  const after = positionOf(scope, text.nextToken, ctx.now());
  const input = { params: {}, file: noUpload, query, body: undefined, after };
  const page = (await withTimeout(endpoint.call(ctx, input), readTimeoutMs)) as Page<unknown>;
  const body = { status: "ok", data: page.items.map((item) => endpoint.present?.(item, input)) };
  return json(200, page.next ? { ...body, nextToken: sealPosition(scope, page.next, ctx.now()) } : body);
}

/** Path, key, rate and quota, then the read (decision 10). */
async function answer(
  { request, method, path, search }: ParsedRequest,
  services: Services,
  seen: SeenV1,
  headers: Record<string, string>,
): Promise<Answer> {
  const { found } = router.match(method, path);
  if (!found || method !== "GET") return json(404, { message: "Not Found" });
  seen.endpoint = found.route.path;
  const admission = await admit(services, request);
  if (!admission) return json(403, { message: "Forbidden" });
  seen.admission = admission;
  Object.assign(headers, rateLimitHeaders(admission.allowance));
  if (admission.error) return json(429, { message: "Too Many Requests" });
  return read(ctxFor(services, admission.actor, seen.requestId), found.route, search, admission.keyId);
}

/** Answers one request below /v1, the sealed version. Never throws. */
export async function handleV1(parsed: ParsedRequest, services: Services): Promise<Response> {
  const beginning = begin(services);
  const requestId = newRequestId(beginning.at);
  const headers: Record<string, string> = { "x-request-id": requestId, "cache-control": "no-store" };
  const seen: SeenV1 = { requestId };
  const result = await answer(parsed, services, seen, headers).catch((thrown: unknown): Answer => {
    services.log.error({ requestId, err: thrown }, "v1 request failed");
    return json(500, { status: "error", message: "Internal server error" });
  });
  logV1(services, parsed, seen, result, beginning);
  return toResponse({ ...result, headers: { ...headers, ...result.headers } }, parsed.method);
}
