import { counted } from "@/app/(web)/dashboard/words";
import type { RequestView } from "@/server/modules/request-log/present";

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** "4.3 ms", "1.2 s" */
export function durationWords(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** Why a request was refused, by code; what the envelope says stands below it. */
const reasons: Record<string, (view: RequestView) => string> = {
  INSUFFICIENT_SCOPE: ({ error }) => {
    const scopes = list(error?.details?.requiredScopes).join(", ");
    return scopes ? `the key lacks ${scopes}` : "the key lacks a scope";
  },
  RATE_LIMITED: () => "more than 10 requests a second over a burst of 50",
  QUOTA_EXCEEDED: () => "the key’s quota for the month is used up",
  UNAUTHORIZED: ({ keyName }) =>
    keyName ? "the key was revoked or has expired" : "the key is missing, malformed or not known",
  VALIDATION_ERROR: ({ error }) => {
    const faults = list(error?.details?.fields).length;
    return faults > 0 ? `${counted(faults, "field is", "fields are")} not valid` : "the input is not valid";
  },
  ON_BEHALF_OF_NOT_ALLOWED: () => "the key may not act for that person",
  RESOURCE_NOT_FOUND: ({ endpoint }) => (endpoint ? "there is no such resource" : "there is no such path"),
  IDEMPOTENCY_KEY_REUSED: () => "the Idempotency-Key belongs to another request",
};

/** What happened, in one sentence. */
export function summaryOf(view: RequestView): string {
  const { status, errorCode, durationMs, operationId, isReplay, actingUserName, error } = view;
  const replay = isReplay ? ", the stored answer of an earlier request" : "";
  if (status >= 500) return "Failed on our side. It is safe to try again with the same Idempotency-Key.";
  if (status >= 400) {
    const reason = errorCode ? reasons[errorCode]?.(view) : undefined;
    return `Refused: ${reason ?? error?.description ?? `status ${status}`}${replay}`.replace(/\.?$/, ".");
  }
  if (operationId) return `Accepted: carried out later, as ${operationId}${replay}.`;
  const forWhom = actingUserName ? ` for ${actingUserName}` : "";
  return `Answered ${status}${forWhom} in ${durationWords(durationMs)}${replay}.`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command; secrets and values were never stored, so they are left to fill in. */
export function curlOf(view: RequestView, baseUrl: string): string {
  const { method, path, query, api, idempotencyKey, bodyFields } = view;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(baseUrl + path + (query ? `?${query}` : ""))}`,
  ];
  if (api === "v2") lines.push('-H "Authorization: Bearer $TIMEAWAY_API_KEY"');
  if (api === "v1") lines.push('-H "x-api-key: $TIMEAWAY_LEGACY_KEY"');
  if (idempotencyKey) lines.push(`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`);
  if (api === "v2" && bodyFields) {
    const body = `{${bodyFields.map((name) => `${JSON.stringify(name)}: …`).join(", ")}}`;
    lines.push('-H "Content-Type: application/json"', `-d ${quoted(body)}`);
  }
  return lines.join(" \\\n  ");
}
