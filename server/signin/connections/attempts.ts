import { and, eq, gt, isNull } from "drizzle-orm";
import { signInAttempts } from "@/drizzle/schema/connections";
import type { SignInAnswer, SignInAttemptPurpose } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { minute, plus } from "@/server/kernel/time/clock";
import { newSecret, presentedSecret } from "@/server/kernel/workspace-secret";

/** How long a sign-in at the provider may take, with a second factor there. */
const lifeMs = 15 * minute;

export type AttemptRow = typeof signInAttempts.$inferSelect;

/** @returns `state`, which names the workspace; only its hash is stored */
export async function createAttempt(
  { db, clock }: Services,
  given: {
    workspaceId: string;
    connectionId: string;
    purpose: SignInAttemptPurpose;
    userId: string | null;
    returnTo: string;
    authenticatedAfter: Date | null;
  },
  browserSecret: string,
): Promise<string> {
  const state = newSecret(given.workspaceId);
  const createdAt = clock();
  await db.insert(signInAttempts).values({
    ...given,
    id: newId(),
    hash: sha256(state),
    browserHash: sha256(browserSecret),
    createdAt,
    expiresAt: plus(createdAt, lifeMs),
  });
  return state;
}

/**
 * Uses an attempt up. The guarded UPDATE decides: of any number of callbacks at once, from the browser that began it, one gets it.
 * @returns null when it is unknown, used, expired, or another browser's
 */
export async function consumeAttempt(
  { db, clock }: Services,
  state: string,
  browserSecret: string,
): Promise<AttemptRow | null> {
  const { hash, workspaceId } = presentedSecret(state);
  if (workspaceId === null) return null;
  const now = clock();
  const [used] = await scoped(workspaceOf({ workspaceId }), signInAttempts)
    .update(db)
    .set({ usedAt: now })
    .where(
      and(
        eq(signInAttempts.hash, hash),
        eq(signInAttempts.browserHash, sha256(browserSecret)),
        isNull(signInAttempts.usedAt),
        gt(signInAttempts.expiresAt, now),
      ),
    )
    .returning();
  return used ?? null;
}

/** Neither used nor expired, and without an answer. */
const isPending = (now: Date) =>
  and(isNull(signInAttempts.usedAt), isNull(signInAttempts.answer), gt(signInAttempts.expiresAt, now));

/** The attempt that an identity provider answers by a POST, whichever browser brings it. @returns null when none waits for an answer */
export async function findPending({ db, clock }: Services, state: string): Promise<AttemptRow | null> {
  const { hash, workspaceId } = presentedSecret(state);
  if (workspaceId === null) return null;
  const [found] = await scoped(workspaceOf({ workspaceId }), signInAttempts)
    .selectAll(db)
    .where(and(eq(signInAttempts.hash, hash), isPending(clock())));
  return found ?? null;
}

/** Stores an answer. The guarded UPDATE decides: of several at once, the first counts. */
export async function storeAnswer(
  db: Db,
  { workspaceId, id }: AttemptRow,
  answer: SignInAnswer,
  now: Date,
): Promise<void> {
  await scoped(workspaceOf({ workspaceId }), signInAttempts)
    .update(db)
    .set({ answer })
    .where(and(eq(signInAttempts.id, id), isPending(now)));
}

/** Forgets what a provider posted, once it is read: it is personal data. */
export async function forgetAnswer(db: Db, { workspaceId, id }: AttemptRow): Promise<void> {
  await scoped(workspaceOf({ workspaceId }), signInAttempts)
    .update(db)
    .set({ answer: null })
    .where(eq(signInAttempts.id, id));
}
