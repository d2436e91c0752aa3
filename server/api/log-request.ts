import { performance } from "node:perf_hooks";
import type { Services } from "@/server/kernel/services";
import type { LegacyAdmission } from "@/server/modules/legacy-keys/admit";
import { burstLeft } from "@/server/modules/rate-limits/policy";
import { noteRequest } from "@/server/modules/request-log/note";
import type { Answer } from "@/server/transport/answer";
import { targetOf } from "@/server/transport/answer";
import type { Reached } from "./stages";

/** Names of a body's fields that are kept. */
const fieldsKept = 40;
/** Longer than any of our keys. */
const longestKey = 256;

/** When a request began: for the log by the clock, for its duration by one that never jumps. */
export interface Beginning {
  at: Date;
  tick: number;
}

export const begin = (services: Services): Beginning => ({ at: services.clock(), tick: performance.now() });

const refusalOf = ({ status, body }: Answer): string | null => (status >= 400 ? body : null);

/** What was shown as a key, when a request was refused before it was looked at, or it was not accepted. */
function presented(header: string | null, status: number): string | null {
  if (status < 400 || header === null || header.length > longestKey) return null;
  return header.slice(header.lastIndexOf(" ") + 1) || null;
}

/** Notes a v2 request with what its steps found out. */
export function logV2(x: Reached, answer: Answer, { at, tick }: Beginning): void {
  const { admission, ctx } = x;
  const via = admission?.actor.via;
  const { headers } = x.request;
  const actingUserId = ctx?.actor.userId ?? null;
  noteRequest(x.services, x.request, {
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

/** What the sealed version found out about a request. */
export interface SeenV1 {
  requestId: string;
  endpoint?: string;
  admission?: LegacyAdmission;
}

/** Notes a v1 request. */
export function logV1(
  services: Services,
  request: Request,
  { requestId, endpoint, admission }: SeenV1,
  answer: Answer,
  { at, tick }: Beginning,
): void {
  const { path, search } = targetOf(request.url);
  const key = request.headers.get("x-api-key");
  noteRequest(services, request, {
    requestId,
    at,
    api: "v1",
    method: request.method,
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
    // Legacy keys have no form of their own by which they could be found in a path: the key itself is what is looked for.
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
