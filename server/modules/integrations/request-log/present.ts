import { catalogue } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { grantLimits, keyLimits } from "@/server/modules/integrations/rate-limits/policy";
import type { RequestEntry } from "./entry";
import type { Quota } from "./quotas";
import type { RequestRow } from "./store";

const kinds = { key: "key", legacyKey: "legacyKey", client: "client" } as const;

/** The caller's public id, by the kind in the log row; null for an unknown caller. */
function callerId(kind: string | null, id: string | null): string | null {
  const known = kind !== null && kind in kinds ? kinds[kind as keyof typeof kinds] : null;
  return known && id ? encodeId(known, id) : null;
}

/** A request in a list on the pages. */
export const requestLineView = (row: RequestRow) => ({
  requestId: row.requestId,
  at: row.at,
  api: row.api as RequestEntry["api"],
  method: row.method,
  path: row.path,
  status: row.status,
  errorCode: row.errorCode,
  /** Milliseconds. */
  durationMs: row.durationUs / 1000,
  keyId: callerId(row.keyKind, row.keyId),
  keyName: row.callerName,
});
export type RequestLineView = ReturnType<typeof requestLineView>;

const descriptions = new Map(
  Object.entries(catalogue).map(([code, [, , description]]) => [code, description]),
);
const ownDescriptionOf = (code: string | null) => (code === null ? undefined : descriptions.get(code));

/** All details of a request. */
export const requestView = (row: RequestRow) => ({
  ...requestLineView(row),
  query: row.query,
  endpoint: row.endpoint,
  error: row.error,
  /** Whether the description says more than the code's default. */
  isExactError:
    row.error?.description !== undefined && row.error.description !== ownDescriptionOf(row.errorCode),
  ownerName: row.ownerName,
  actingUserName: row.actingUserName,
  idempotencyKey: row.idempotencyKey,
  isReplay: row.isReplay,
  operationId: row.operationId && encodeId("operation", row.operationId),
  burstLeft: row.burstLeft,
  /** The maximum of `burstLeft`. */
  burst: (row.keyKind === "client" ? grantLimits : keyLimits).burst,
  userAgent: row.userAgent,
  bodyFields: row.bodyFields,
});
export type RequestView = ReturnType<typeof requestView>;

/** A key's monthly quota. */
export const quotaView = ({ kind, id, name, used, quota, resetsAt, stage, forecast }: Quota) => ({
  ...{ id: encodeId(kind, id), name, used, quota, resetsAt, stage, forecast },
});
export type QuotaView = ReturnType<typeof quotaView>;
