/** One request as its handler saw it: references only, not yet parsed, copied or redacted. */
export interface RequestEntry {
  requestId: string;
  at: Date;
  api: "v1" | "v2" | "oauth" | "mcp" | "hooks" | "scim";
  method: string;
  path: string;
  /** The raw query string. */
  search: string;
  endpoint: string | null;
  status: number;
  /** The JSON text of an error response. */
  refusal: string | null;
  /** The code, for responses without one in the body (v1). */
  errorCode: string | null;
  durationMs: number;
  workspaceId: string | null;
  keyKind: "key" | "legacyKey" | "client" | null;
  keyId: string | null;
  ownerId: string | null;
  actingUserId: string | null;
  /** A presented key that was not accepted. Never stored, only looked up by its hash: it may be a revoked one. */
  presentedKey: string | null;
  idempotencyKey: string | null;
  isReplay: boolean;
  /** The `Location` of a 202. */
  location: string | null;
  burstLeft: number | null;
  /** Requests of this month, when the key's quota is known. */
  monthCount: number | null;
  userAgent: string | null;
  bodyFields: string[] | null;
}
