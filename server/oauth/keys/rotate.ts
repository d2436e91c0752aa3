import { and, eq, lte } from "drizzle-orm";
import { oauthSigningKeys } from "@/drizzle/schema/oauth";
import type { Db } from "@/server/kernel/database/db";
import type { SealingKeys } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { day, hour, minute, plus } from "@/server/kernel/time/clock";
import { tokenLifetimeMs } from "../tokens/lifetimes";
import {
  createSigningKey,
  ensureSigningKeys,
  lockSigningKeys,
  type SigningAlgorithm,
  signingAlgorithms,
} from "./signing-keys";

/** How long a key signs. */
const activeMs = 90 * day;
/** How long a key is published before it signs, so that every verifier has seen it (decision 3.10). */
const publishedMs = 24 * hour;
/** Another process may sign with a retired key until it reloads its cache; clocks differ a little. */
const graceMs = 10 * minute;

const keysOf = (algorithm: SigningAlgorithm, state: "NEXT" | "ACTIVE") =>
  and(eq(oauthSigningKeys.algorithm, algorithm), eq(oauthSigningKeys.state, state));

/** Next becomes active, active becomes retired, and a new next key is made. The caller holds the lock. */
async function advance(
  db: Db,
  encryptionKeys: SealingKeys,
  algorithm: SigningAlgorithm,
  now: Date,
): Promise<void> {
  await db
    .update(oauthSigningKeys)
    .set({ state: "RETIRED", expiresAt: plus(now, tokenLifetimeMs + graceMs) })
    .where(keysOf(algorithm, "ACTIVE"));
  await db
    .update(oauthSigningKeys)
    .set({ state: "ACTIVE", activatedAt: now })
    .where(keysOf(algorithm, "NEXT"));
  await createSigningKey(db, encryptionKeys, algorithm, "NEXT", now);
}

type Key = Pick<typeof oauthSigningKeys.$inferSelect, "algorithm" | "state" | "createdAt" | "activatedAt">;

function isDue(keys: readonly Key[], algorithm: SigningAlgorithm, now: Date): boolean {
  const find = (state: "NEXT" | "ACTIVE") =>
    keys.find((key) => key.algorithm === algorithm && key.state === state);
  const activatedAt = find("ACTIVE")?.activatedAt;
  const publishedAt = find("NEXT")?.createdAt;
  return (
    !!activatedAt &&
    !!publishedAt &&
    plus(activatedAt, activeMs) <= now &&
    plus(publishedAt, publishedMs) <= now
  );
}

async function rotate(
  { db, settings, clock }: Services,
  choose: (keys: readonly Key[], algorithm: SigningAlgorithm, now: Date) => boolean,
): Promise<number> {
  const now = clock();
  await ensureSigningKeys(db, settings.encryptionKeys, now);
  return db.transaction(async (tx) => {
    await lockSigningKeys(tx);
    const keys = await tx.select().from(oauthSigningKeys);
    const due = signingAlgorithms.filter((algorithm) => choose(keys, algorithm, now));
    for (const algorithm of due) await advance(tx, settings.encryptionKeys, algorithm, now);
    await tx
      .delete(oauthSigningKeys)
      .where(and(eq(oauthSigningKeys.state, "RETIRED"), lte(oauthSigningKeys.expiresAt, now)));
    return due.length;
  });
}

/** The job: rotates keys that have signed for 90 days, drops retired ones whose last token has expired. @returns how many rotated */
export const rotateDueSigningKeys = (services: Services): Promise<number> => rotate(services, isDue);

/** The operator's command: rotates every key at once, whatever its age. @returns how many */
export const rotateSigningKeysNow = (services: Services): Promise<number> => rotate(services, () => true);
