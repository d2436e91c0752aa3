import { performance } from "node:perf_hooks";
import type { Services } from "@/server/kernel/services";
import type { LegacyAdmission } from "@/server/modules/integrations/legacy-keys/admit";
import { burstLeft } from "@/server/modules/integrations/rate-limits/policy";
import { noteRequest } from "@/server/modules/integrations/request-log/note";
import type { Answer } from "@/server/transport/answer";
import type { ParsedRequest } from "@/server/transport/parsed-request";
import type { Reached } from "./stages";

/** Maximum field names of a body in the log. */
const fieldsKept = 40;
/** Longer than any of our keys. */
const longestKey = 256;

/** The start of a request: wall-clock time for the log, monotonic time for the duration. */
export interface Beginning {
  at: Date;
  tick: number;
}

export const begin = (services: Services): Beginning => ({ at: services.clock(), tick: performance.now() });

const refusalOf = ({ status, body }: Answer): string | null => (status >= 400 ? body : null);

/** The presented key, when the request was refused before its check, or the key was not accepted. */
function presented(header: string | null, status: number): string | null {
  if (status < 400 || header === null || header.length > longestKey) return null;
  return header.slice(header.lastIndexOf(" ") + 1) || null;
}

/** Logs a v2 request with the facts that its steps found. */
export function logV2(x: Reached, answer: Answer, { at, tick }: Beginning): void {
  const { admission, ctx } = x;
  const via = admission?.actor.via;
  const { headers } = x.request;
  const actingUserId = ctx?.actor.userId ?? null;
  noteRequest(x.services, x.facts, {
    requestId: x.requestId,
    at,
    api: "v2",
    method: x.method,
    path: x.path,
    search: x.search,
    endpoint: x.endpoint?.path ?? null,
    status: answer.status,
    refusal: refusalOf(answer),
    errorCode: null,
    durationMs: performance.now() - tick,
    workspaceId: admission?.actor.workspaceId ?? null,
    keyKind: admission ? "key" : null,
    keyId: via?.type === "apiKey" ? via.keyId : null,
    ownerId: admission?.ownerId ?? null,
    actingUserId: actingUserId === admission?.ownerId ? null : actingUserId,
    presentedKey: admission ? null : presented(headers.get("authorization"), answer.status),
    idempotencyKey: x.idempotencyKey ?? null,
    isReplay: answer.headers["idempotent-replayed"] === "true",
    location: answer.status === 202 ? (answer.headers.location ?? null) : null,
    burstLeft: admission ? burstLeft(admission.allowance) : null,
    monthCount: admission?.allowance.monthCount ?? null,
    userAgent: headers.get("user-agent"),
    bodyFields: x.rawBody ? Object.keys(x.rawBody).slice(0, fieldsKept) : null,
  });
}

/** Facts of a v1 request. */
export interface SeenV1 {
  requestId: string;
  endpoint?: string;
  admission?: LegacyAdmission;
}

/** Logs a v1 request. */
export function logV1(
  services: Services,
  { request, method, path, search, facts }: ParsedRequest,
  { requestId, endpoint, admission }: SeenV1,
  answer: Answer,
  { at, tick }: Beginning,
): void {
  const key = request.headers.get("x-api-key");
  noteRequest(services, facts, {
    requestId,
    at,
    api: "v1",
    method,
    path,
    search,
    endpoint: endpoint ?? null,
    status: answer.status,
    refusal: refusalOf(answer),
    errorCode: admission?.error?.code ?? null,
    durationMs: performance.now() - tick,
    workspaceId: admission?.actor.workspaceId ?? null,
    keyKind: admission ? "legacyKey" : null,
    keyId: admission?.keyId ?? null,
    ownerId: null,
    actingUserId: null,
    // Legacy keys have no distinctive form to find them by in a path: the key itself is searched for.
    presentedKey: key !== null && key.length <= longestKey ? key : null,
    idempotencyKey: null,
    isReplay: false,
    location: null,
    burstLeft: admission ? burstLeft(admission.allowance) : null,
    monthCount: admission?.allowance.monthCount ?? null,
    userAgent: request.headers.get("user-agent"),
    bodyFields: null,
  });
}
