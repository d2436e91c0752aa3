import { day } from "./clock";
import { type ApiError, invalid } from "./errors";
import { decrypt, encrypt, type SealingKeys, sha256 } from "./secrets";

export const lifetimeMs = 3 * day;

/** The last row of a page, by its sort key and id. The next page starts strictly after it. */
export interface Position {
  key: string;
  id: string;
}

/** Sorts before every id that exists. */
export const firstId = "00000000-0000-0000-0000-000000000000";

/** Where a list ordered by a text starts: before every row, so that first and later pages run the same statement. */
export const beforeAll: Position = { key: "", id: firstId };

/** What a token is bound to: it works only for the same caller, resource and filters. Never grants access by itself. */
export interface PageScope {
  encryptionKeys: SealingKeys;
  resource: string;
  workspaceId: string;
  ownerId: string;
  /** Every parameter that selects rows; `limit` may change between pages. */
  filters: unknown;
}

/** A page of rows; `next` is where the following page starts, null on the last. */
export interface Page<T> {
  items: T[];
  next: Position | null;
}

const purpose = (scope: PageScope): string =>
  `page:${scope.workspaceId}:${scope.ownerId}:${scope.resource}:${sha256(JSON.stringify(scope.filters ?? null)).toString("base64url")}`;

/** An opaque, tamper-evident `nextToken` (AES-256-GCM), good for three days. */
export function sealPosition(scope: PageScope, position: Position, now: Date): string {
  const plain = Buffer.from(JSON.stringify([now.getTime(), position.key, position.id]));
  return encrypt(scope.encryptionKeys, plain, purpose(scope)).toString("base64url");
}

/**
 * The position inside a `nextToken`.
 * @throws ApiError VALIDATION_ERROR when it was changed, has aged, or belongs to another query or caller.
 */
export function openPosition(scope: PageScope, token: string, now: Date): Position {
  const sealed = Buffer.from(token, "base64url");
  // Node reads past what is no base64url: only the one spelling that was given out is the token.
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
