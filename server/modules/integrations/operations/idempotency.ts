import { and, eq, gt, sql } from "drizzle-orm";
import { idempotencyKeys } from "@/drizzle/schema/operations";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { insertInto, preparedBy, statement } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { sha256 } from "@/server/kernel/secrets";
import { day, plus } from "@/server/kernel/time/clock";

export const retentionMs = day;

/** The key of a stored outcome. */
export interface Place {
  /** The owner: an API key's or a user's bare UUID. */
  holderId: string;
  key: string;
}

/** The stored outcome that a repetition gets. */
export interface Kept {
  status: number;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** A request that takes effect once. */
interface Once<T> extends Place {
  /** Hash of the request, to detect another use of the same key. */
  fingerprint: Buffer;
  /** Whether a concurrent repetition waits or is refused. */
  meanwhile: keyof typeof locks;
  /** The outcome to store; null for a result that may be retried. */
  keep(result: T): Kept | null;
  replay(kept: Kept): T;
}

/**
 * Executes a request once per key: a repetition within the retention gets the stored outcome. It is stored in the open transaction,
 * together with the effect. The key is locked until the transaction ends, so a crash leaves nothing locked.
 * @param tx must be inside a transaction
 * @throws ApiError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_REQUEST_IN_PROGRESS
 */
export async function once<T>(tx: Ctx, what: Once<T>, work: () => Promise<T>): Promise<T> {
  const kept = await held(tx, what);
  if (kept && !kept.fingerprint.equals(what.fingerprint)) throw new ApiError("IDEMPOTENCY_KEY_REUSED");
  if (kept) return what.replay(kept);
  const result = await work();
  const keep = what.keep(result);
  if (keep) await store(tx, what, keep);
  return result;
}

const { placeholder } = sql;

const locks = {
  wait: statement<{ isHeld: boolean }>(
    sql`select true as "isHeld" from pg_advisory_xact_lock(${placeholder("name")}::bigint)`,
  ),
  refuse: statement<{ isHeld: boolean }>(
    sql`select pg_try_advisory_xact_lock(${placeholder("name")}::bigint) as "isHeld"`,
  ),
};

/**
 * Reads the outcome in a statement after the lock's, so that its snapshot includes the previous holder's commit; both are sent together.
 */
async function held(tx: Ctx, what: Place & { meanwhile: keyof typeof locks }) {
  const name = sha256(`idempotency:${what.holderId}:${what.key}`).readBigInt64BE().toString();
  const [[lock], kept] = await Promise.all([locks[what.meanwhile](tx.db, { name }), findKept(tx, what)]);
  if (!lock?.isHeld) throw new ApiError("IDEMPOTENCY_REQUEST_IN_PROGRESS");
  return kept;
}

const find = preparedBy((db) =>
  scoped(givenWorkspace, idempotencyKeys)
    .select(db, {
      fingerprint: idempotencyKeys.fingerprint,
      status: idempotencyKeys.status,
      headers: idempotencyKeys.headers,
      body: idempotencyKeys.body,
    })
    .where(
      and(
        eq(idempotencyKeys.keyId, placeholder("holderId")),
        eq(idempotencyKeys.key, placeholder("key")),
        gt(idempotencyKeys.createdAt, placeholder("since")),
      ),
    )
    .prepare("find_kept_outcome"),
);

/** The stored outcome of a key, for callers that need it before the work begins. */
export async function findKept({ db, actor, now }: Ctx, { holderId, key }: Place) {
  const since = plus(now(), -retentionMs).toISOString();
  const [kept] = await find(db).execute({ workspaceId: actor.workspaceId, holderId, key, since });
  return kept;
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

/** Replaces an expired row that the sweep has not deleted yet. */
async function store(
  { db, actor, now }: Ctx,
  { holderId: keyId, key, fingerprint }: Place & { fingerprint: Buffer },
  kept: Kept,
): Promise<void> {
  await upsert(db, { workspaceId: actor.workspaceId, keyId, key, fingerprint, ...kept, createdAt: now() });
}
