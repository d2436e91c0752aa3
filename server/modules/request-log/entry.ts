/** One request as its handler saw it: references only, nothing parsed, copied or redacted yet. */
export interface RequestEntry {
  requestId: string;
  at: Date;
  api: "v1" | "v2" | "oauth" | "mcp" | "hooks";
  method: string;
  path: string;
  /** The query as it was sent. */
  search: string;
  endpoint: string | null;
  status: number;
  /** The answer's JSON text, when it refuses. */
  refusal: string | null;
  /** The code, where the answer's body has none (v1). */
  errorCode: string | null;
  durationMs: number;
  workspaceId: string | null;
  keyKind: "key" | "legacyKey" | "client" | null;
  keyId: string | null;
  ownerId: string | null;
  actingUserId: string | null;
  /** What was shown as a key and not accepted; never stored, only looked up by its hash: it may be a revoked one. */
  presentedKey: string | null;
  idempotencyKey: string | null;
  isReplay: boolean;
  /** The `Location` of a 202. */
  location: string | null;
  burstLeft: number | null;
  /** Requests of this month, where the key's quota is known. */
  monthCount: number | null;
  userAgent: string | null;
  bodyFields: string[] | null;
}
