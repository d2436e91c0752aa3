import type { LoggedError } from "@/drizzle/schema/request-log";
import { decodeId } from "@/server/kernel/schema";
import { sha256 } from "@/server/kernel/secrets";
import type { RequestEntry } from "./entry";
import { redacted, redactedJson, redactedQuery } from "./redact";

interface Refusal {
  errorCode: string | null;
  error: LoggedError | null;
}

interface Body {
  error?: unknown;
  error_description?: unknown;
  message?: unknown;
  detail?: unknown;
  scimType?: unknown;
}

const operationPath = "/v2/operations/";

/** The error in each API's format: v2's envelope, OAuth's two members, v1's message, SCIM's type and detail. */
function refusalOf({ refusal, errorCode, presentedKey }: RequestEntry): Refusal {
  if (refusal === null) return { errorCode, error: null };
  const text = (value: unknown) =>
    typeof value === "string" ? redacted(value, 500, presentedKey) : undefined;
  let body: Body;
  try {
    body = JSON.parse(refusal) as Body;
  } catch {
    return { errorCode, error: null };
  }
  if (typeof body.error === "object" && body.error !== null) {
    const { code, description, resolution, details } = body.error as Record<string, unknown>;
    const more = details ? { details: redactedJson(details, presentedKey) as Record<string, unknown> } : {};
    return {
      errorCode: text(code) ?? errorCode,
      error: { description: text(description), resolution: text(resolution), ...more },
    };
  }
  return {
    errorCode: text(body.error ?? body.scimType) ?? errorCode,
    error: { description: text(body.error_description ?? body.message ?? body.detail) },
  };
}

/** The stored row of a request. Everything that a caller controls is redacted here, before it leaves the process's memory. */
export function rowOf(entry: RequestEntry) {
  const { presentedKey: shown } = entry;
  const say = (text: string | null, maximum: number) =>
    text === null ? null : redacted(text, maximum, shown);
  const isOurs = entry.location?.startsWith(operationPath);
  return {
    workspace_id: entry.workspaceId,
    request_id: entry.requestId,
    at: entry.at,
    api: entry.api,
    method: redacted(entry.method, 20),
    path: redacted(entry.path, 500, shown),
    query: entry.search === "" ? null : redactedQuery(entry.search, shown),
    endpoint: entry.endpoint,
    status: entry.status,
    ...toColumns(refusalOf(entry)),
    duration_us: Math.round(Math.min(entry.durationMs, 1_000_000) * 1000),
    key_kind: entry.keyKind,
    key_id: entry.keyId,
    owner_id: entry.ownerId,
    acting_user_id: entry.actingUserId,
    presented_hash: shown === null ? null : sha256(shown).toString("hex"),
    idempotency_key: say(entry.idempotencyKey, 255),
    is_replay: entry.isReplay,
    operation_id: isOurs ? decodeId("operation", entry.location?.slice(operationPath.length) ?? "") : null,
    burst_left: entry.burstLeft,
    month_count: entry.monthCount,
    user_agent: say(entry.userAgent, 200),
    body_fields: entry.bodyFields?.map((name) => redacted(name, 60, shown)) ?? null,
  };
}

const toColumns = ({ errorCode, error }: Refusal) => ({ error_code: errorCode, error });
