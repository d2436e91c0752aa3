import { performance } from "node:perf_hooks";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { noteRequest } from "@/server/modules/integrations/request-log/note";
import type { Answer } from "@/server/transport/answer";
import type { ParsedRequest } from "@/server/transport/parsed-request";

/** The facts of a token request, for the request log. */
export interface TokenAttempt {
  requestId: string;
  at: Date;
  tick: number;
  grantType?: string;
  clientUuid?: string;
  /** The workspace of the grant that the code or token belongs to. */
  workspaceId?: string | undefined;
  /** It was answered before its work was done. */
  isAbandoned?: boolean;
}

export function beginAttempt(services: Services): TokenAttempt {
  const at = services.clock();
  return { requestId: newRequestId(at), at, tick: performance.now() };
}

/** Logs a token request, without codes, tokens or secrets. */
export function logAttempt(
  services: Services,
  { request, method, path, search, facts }: ParsedRequest,
  attempt: TokenAttempt,
  answer: Answer,
): void {
  noteRequest(services, facts, {
    requestId: attempt.requestId,
    at: attempt.at,
    api: "oauth",
    method,
    path,
    search,
    endpoint: "/oauth/token",
    status: answer.status,
    refusal: answer.status >= 400 ? answer.body : null,
    errorCode: null,
    durationMs: performance.now() - attempt.tick,
    workspaceId: attempt.workspaceId ?? null,
    keyKind: attempt.clientUuid === undefined ? null : "client",
    keyId: attempt.clientUuid ?? null,
    ownerId: null,
    actingUserId: null,
    presentedKey: null,
    idempotencyKey: null,
    isReplay: false,
    location: null,
    burstLeft: null,
    monthCount: null,
    userAgent: request.headers.get("user-agent"),
    bodyFields: attempt.grantType === undefined ? null : [`grant_type=${attempt.grantType}`],
  });
}
