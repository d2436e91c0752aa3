import canonicalize from "canonicalize";
import { and, eq, gt, sql } from "drizzle-orm";
import { idempotencyKeys } from "@/drizzle/schema/operations";
import { day, plus } from "@/server/kernel/clock";
import { ApiError } from "@/server/kernel/errors";
import { decrypt, encrypt, sha256 } from "@/server/kernel/secrets";
import type { Answer } from "@/server/transport/pipeline";
import { answerOfError } from "./envelope";
import { ctxOf, type Exchange } from "./exchange";
import { inWriteTransaction } from "./write-transaction";

export const retentionMs = day;
const bodyPurpose = "idempotency";

/** Answers that say "not now" or "not like this" are not kept: the same request may be sent again (decision 4.10). */
const isKept = (status: number): boolean => status < 500 && ![400, 401, 429].includes(status);

/**
 * Runs `work` in a transaction, once for each Idempotency-Key: a repetition gets the stored answer, a simultaneous one 409, another
 * request under the same key 422. The answer is stored in the transaction of the effect. Without a key it just runs.
 */
export async function idempotently(x: Exchange, work: () => Promise<Answer>): Promise<Answer> {
  const key = x.idempotencyKey;
  if (key === undefined) return inWriteTransaction(x, work);
  try {
    return await inWriteTransaction(x, () => remembered(x, key, work));
  } catch (error) {
    if (!(error instanceof ApiError) || !isKept(error.status) || isAboutTheKey(error)) throw error;
    // The refusal undid its transaction; it is kept in one of its own.
    return inWriteTransaction(x, () => remembered(x, key, async () => refusalWithId(x, error)));
  }
}

const isAboutTheKey = (error: ApiError): boolean =>
  error.code === "IDEMPOTENCY_KEY_REUSED" || error.code === "IDEMPOTENCY_REQUEST_IN_PROGRESS";

/** A replayed refusal keeps the request id that its body names. */
function refusalWithId(x: Exchange, error: ApiError): Answer {
  const answer = answerOfError(error, x.requestId);
  return { ...answer, headers: { ...answer.headers, "x-request-id": x.requestId } };
}

async function remembered(x: Exchange, key: string, work: () => Promise<Answer>): Promise<Answer> {
  await lock(x, key);
  const fingerprint = fingerprintOf(x);
  const stored = await find(x, key);
  if (stored && !stored.fingerprint.equals(fingerprint)) throw new ApiError("IDEMPOTENCY_KEY_REUSED");
  if (stored) return replay(x, stored);
  const answer = await work();
  if (isKept(answer.status)) await store(x, key, fingerprint, answer);
  return answer;
}

/** Held until the transaction ends, so a crash leaves nothing stuck. @throws ApiError IDEMPOTENCY_REQUEST_IN_PROGRESS */
async function lock(x: Exchange, key: string): Promise<void> {
  const name = sha256(`idempotency:${keyIdOf(x)}:${key}`)
    .readBigInt64BE()
    .toString();
  const [row] = await ctxOf(x).db.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${name}::bigint) as locked`,
  );
  if (!row?.locked) throw new ApiError("IDEMPOTENCY_REQUEST_IN_PROGRESS");
}

function keyIdOf(x: Exchange): string {
  const { via } = ctxOf(x).actor;
  if (via.type !== "apiKey") throw new Error("Idempotency keys belong to API keys");
  return via.keyId;
}

/** Method, path, query, acting user and the body's JSON value: key order and white space do not matter. */
function fingerprintOf(x: Exchange): Buffer {
  const query = [...new URLSearchParams(x.search)].sort(([a, v], [b, w]) => (a + v < b + w ? -1 : 1));
  const body = x.rawBody === undefined ? "" : canonicalize(x.rawBody);
  return sha256(JSON.stringify([x.method, x.path, query, ctxOf(x).actor.userId, body]));
}

type Stored = typeof idempotencyKeys.$inferSelect;

const rowOf = (x: Exchange, key: string) =>
  and(
    eq(idempotencyKeys.workspaceId, ctxOf(x).actor.workspaceId),
    eq(idempotencyKeys.keyId, keyIdOf(x)),
    eq(idempotencyKeys.key, key),
  );

async function find(x: Exchange, key: string): Promise<Stored | undefined> {
  const { db, now } = ctxOf(x);
  const fresh = gt(idempotencyKeys.createdAt, plus(now(), -retentionMs));
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(rowOf(x, key), fresh));
  return row;
}

function replay(x: Exchange, stored: Stored): Answer {
  const { encryptionKey } = x.services.settings;
  const body = stored.body && decrypt(encryptionKey, stored.body, bodyPurpose);
  return {
    status: stored.status,
    headers: { ...stored.headers, "idempotent-replayed": "true" },
    body: body ? body.toString() : null,
  };
}

async function store(x: Exchange, key: string, fingerprint: Buffer, answer: Answer): Promise<void> {
  const { db, actor, now } = ctxOf(x);
  const row = {
    fingerprint,
    status: answer.status,
    headers: answer.headers,
    body:
      answer.body === null
        ? null
        : encrypt(x.services.settings.encryptionKey, Buffer.from(answer.body), bodyPurpose),
    createdAt: now(),
  };
  // A row that is older than the retention may still wait for the sweep.
  await db
    .insert(idempotencyKeys)
    .values({ workspaceId: actor.workspaceId, keyId: keyIdOf(x), key, ...row })
    .onConflictDoUpdate({
      target: [idempotencyKeys.workspaceId, idempotencyKeys.keyId, idempotencyKeys.key],
      set: row,
    });
}
