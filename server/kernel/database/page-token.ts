import { type ApiError, invalid } from "@/server/kernel/errors";
import { decrypt, encrypt, type SealingKeys, sha256 } from "@/server/kernel/secrets";
import { day } from "@/server/kernel/time/clock";

export const lifetimeMs = 3 * day;

/** The last row of a page, by its sort key and id. The next page starts strictly after it. */
export interface Position {
  key: string;
  id: string;
}

/** Sorts before every existing id. */
export const firstId = "00000000-0000-0000-0000-000000000000";

/** The start of a list ordered by text: before every row, so that the first page runs the same statement as later ones. */
export const beforeAll: Position = { key: "", id: firstId };

/** What a token is bound to: it works only for the same caller, resource and filters. It never grants access on its own. */
export interface PageScope {
  encryptionKeys: SealingKeys;
  resource: string;
  workspaceId: string;
  ownerId: string;
  /** All parameters that select rows; `limit` may change between pages. */
  filters: unknown;
}

/** A page of rows; `next` is the position of the following page, null on the last. */
export interface Page<T> {
  items: T[];
  next: Position | null;
}

const purpose = (scope: PageScope): string =>
  `page:${scope.workspaceId}:${scope.ownerId}:${scope.resource}:${sha256(JSON.stringify(scope.filters ?? null)).toString("base64url")}`;

/** An opaque, tamper-evident `nextToken` (AES-256-GCM), valid for three days. */
export function sealPosition(scope: PageScope, position: Position, now: Date): string {
  const plain = Buffer.from(JSON.stringify([now.getTime(), position.key, position.id]));
  return encrypt(scope.encryptionKeys, plain, purpose(scope)).toString("base64url");
}

/**
 * Opens a `nextToken`.
 * @throws ApiError VALIDATION_ERROR when the token was modified, has expired, or belongs to another query or caller.
 */
export function openPosition(scope: PageScope, token: string, now: Date): Position {
  const sealed = Buffer.from(token, "base64url");
  // Node ignores characters that are not base64url: only the exact spelling that was issued is accepted.
  const isCanonical = sealed.toString("base64url") === token;
  const plain = isCanonical ? decrypt(scope.encryptionKeys, sealed, purpose(scope)) : null;
  if (!plain) throw refused("Is not a nextToken of this query. Filters must stay the same between pages.");
  const [issuedAt, key, id] = JSON.parse(plain.toString()) as [number, string, string];
  if (now.getTime() - issuedAt > lifetimeMs) throw refused("Has expired. Start again from the first page.");
  return { key, id };
}

const refused = (message: string): ApiError => invalid([{ path: "nextToken", message }]);

/** Splits `limit + 1` rows into a page and the position after it. */
export function pageOf<T>(rows: T[], limit: number, positionOf: (row: T) => Position): Page<T> {
  if (rows.length <= limit) return { items: rows, next: null };
  const items = rows.slice(0, limit);
  const last = items[items.length - 1];
  return { items, next: last === undefined ? null : positionOf(last) };
}
