import { and, eq, gt, sql } from "drizzle-orm";
import { idempotencyKeys } from "@/drizzle/schema/operations";
import { canonicalJson } from "@/server/kernel/canonical-json";
import { day, plus } from "@/server/kernel/clock";
import { insertInto, preparedBy, statement } from "@/server/kernel/db";
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

/** What a write does inside the transaction of the exchange that it gets. */
type Work = (inside: Exchange) => Promise<Answer>;

/**
 * Runs `work` in a transaction, once for each Idempotency-Key: a repetition gets the stored answer, a simultaneous one 409, another
 * request under the same key 422. The answer is stored in the transaction of the effect. Without a key it just runs.
 * @param ask what is asked before the transaction; not for a repetition, whose answer stands whatever it would say now
 */
export async function idempotently(x: Exchange, work: Work, ask?: () => Promise<void>): Promise<Answer> {
  const key = x.idempotencyKey;
  if (key === undefined) {
    await ask?.();
    return inWriteTransaction(x, work);
  }
  try {
    if (ask && !(await findStored(x, key))) await ask();
    return await inWriteTransaction(x, (inside) => remembered(inside, key, work));
  } catch (error) {
    if (!(error instanceof ApiError) || !isKept(error.status) || isAboutTheKey(error)) throw error;
    // The refusal undid its transaction; it is kept in one of its own.
    return inWriteTransaction(x, (inside) => remembered(inside, key, async () => refusalWithId(x, error)));
  }
}

const isAboutTheKey = (error: ApiError): boolean =>
  error.code === "IDEMPOTENCY_KEY_REUSED" || error.code === "IDEMPOTENCY_REQUEST_IN_PROGRESS";

/** A replayed refusal keeps the request id that its body names. */
function refusalWithId(x: Exchange, error: ApiError): Answer {
  const answer = answerOfError(error, x.requestId);
  return { ...answer, headers: { ...answer.headers, "x-request-id": x.requestId } };
}

async function remembered(x: Exchange, key: string, work: Work): Promise<Answer> {
  const fingerprint = fingerprintOf(x);
  const stored = await held(x, key);
  if (stored && !stored.fingerprint.equals(fingerprint)) throw new ApiError("IDEMPOTENCY_KEY_REUSED");
  if (stored) return replay(x, stored);
  const answer = await work(x);
  if (isKept(answer.status)) await store(x, key, fingerprint, answer);
  return answer;
}

const { placeholder } = sql;
const tryLock = statement<{ locked: boolean }>(
  sql`select pg_try_advisory_xact_lock(${placeholder("name")}::bigint) as locked`,
);

/**
 * The key is held until the transaction ends, so a crash leaves nothing stuck. The stored answer is looked for in a statement of its
 * own, which sees what the holder before has committed; both are sent together.
 * @returns the stored answer @throws ApiError IDEMPOTENCY_REQUEST_IN_PROGRESS
 */
async function held(x: Exchange, key: string): Promise<Stored | undefined> {
  const name = sha256(`idempotency:${keyIdOf(x)}:${key}`)
    .readBigInt64BE()
    .toString();
  const [[row], stored] = await Promise.all([tryLock(ctxOf(x).db, { name }), findStored(x, key)]);
  if (!row?.locked) throw new ApiError("IDEMPOTENCY_REQUEST_IN_PROGRESS");
  return stored;
}

async function findStored(x: Exchange, key: string): Promise<Stored | undefined> {
  const { db, actor, now } = ctxOf(x);
  const since = plus(now(), -retentionMs).toISOString();
  const [stored] = await find(db).execute({
    workspaceId: actor.workspaceId,
    keyId: keyIdOf(x),
    key,
    since,
  });
  return stored;
}

function keyIdOf(x: Exchange): string {
  const { via } = ctxOf(x).actor;
  if (via.type !== "apiKey") throw new Error("Idempotency keys belong to API keys");
  return via.keyId;
}

/** Method, path, query, acting user and the body's JSON value: key order and white space do not matter. */
function fingerprintOf(x: Exchange): Buffer {
  const query = [...new URLSearchParams(x.search)].sort(([a, v], [b, w]) => (a + v < b + w ? -1 : 1));
  const body = x.rawBody === undefined ? "" : canonicalJson(x.rawBody);
  return sha256(JSON.stringify([x.method, x.path, query, ctxOf(x).actor.userId, body]));
}

const find = preparedBy((db) =>
  db
    .select({
      fingerprint: idempotencyKeys.fingerprint,
      status: idempotencyKeys.status,
      headers: idempotencyKeys.headers,
      body: idempotencyKeys.body,
    })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.workspaceId, placeholder("workspaceId")),
        eq(idempotencyKeys.keyId, placeholder("keyId")),
        eq(idempotencyKeys.key, placeholder("key")),
        gt(idempotencyKeys.createdAt, placeholder("since")),
      ),
    )
    .prepare("find_stored_answer"),
);

type Stored = Awaited<ReturnType<ReturnType<typeof find>["execute"]>>[number];

function replay(x: Exchange, stored: Stored): Answer {
  const { encryptionKey } = x.services.settings;
  const body = stored.body && decrypt(encryptionKey, stored.body, bodyPurpose);
  return {
    status: stored.status,
    headers: { ...stored.headers, "idempotent-replayed": "true" },
    body: body ? body.toString() : null,
  };
}

const upsert = insertInto(idempotencyKeys, (insert) =>
  insert.onConflictDoUpdate({
    target: [idempotencyKeys.workspaceId, idempotencyKeys.keyId, idempotencyKeys.key],
    set: {
      fingerprint: sql`excluded.fingerprint`,
      status: sql`excluded.status`,
      headers: sql`excluded.headers`,
      body: sql`excluded.body`,
      createdAt: sql`excluded.created_at`,
    },
  }),
);

/** A row that is older than the retention may still wait for the sweep: it is replaced. */
async function store(x: Exchange, key: string, fingerprint: Buffer, answer: Answer): Promise<void> {
  const { db, actor, now } = ctxOf(x);
  await upsert(db, {
    workspaceId: actor.workspaceId,
    keyId: keyIdOf(x),
    key,
    fingerprint,
    status: answer.status,
    headers: answer.headers,
    body:
      answer.body === null
        ? null
        : encrypt(x.services.settings.encryptionKey, Buffer.from(answer.body), bodyPurpose),
    createdAt: now(),
  });
}
