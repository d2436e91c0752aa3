import { burstLeft } from "@/server/modules/integrations/rate-limits/policy";
import type { RequestEntry } from "@/server/modules/integrations/request-log/entry";
import { noteRequest } from "@/server/modules/integrations/request-log/note";
import type { GrantAdmission } from "@/server/oauth/grants/admit";
import type { ParsedRequest } from "@/server/transport/parsed-request";
import type { Beginning } from "./log-request";
import type { Received } from "./stages";

type Asked = ParsedRequest & Pick<Received, "services" | "requestId"> & { admission?: GrantAdmission };
type Said = Pick<RequestEntry, "api" | "endpoint" | "status" | "refusal" | "bodyFields">;

/** Maximum field names of a body in the log. */
const fieldsKept = 40;

/** Logs a request of a connected app. */
export function logGrant(
  { services, request, method, path, facts, requestId, admission }: Asked,
  said: Said,
  { at, tick }: Beginning,
): void {
  noteRequest(services, facts, {
    // Field by field: building it with spreads costs as much as the rest of the entry.
    api: said.api,
    endpoint: said.endpoint,
    status: said.status,
    refusal: said.refusal,
    bodyFields: said.bodyFields?.slice(0, fieldsKept) ?? null,
    requestId,
    at,
    method,
    path,
    search: "",
    errorCode: null,
    durationMs: performance.now() - tick,
    workspaceId: admission?.actor.workspaceId ?? null,
    keyKind: admission ? "client" : null,
    keyId: admission?.clientId ?? null,
    ownerId: admission?.actor.userId ?? null,
    actingUserId: null,
    presentedKey: null,
    idempotencyKey: null,
    isReplay: false,
    location: null,
    burstLeft: admission ? burstLeft(admission.allowance) : null,
    monthCount: null,
    userAgent: request.headers.get("user-agent"),
  });
}
