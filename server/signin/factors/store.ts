import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { recoveryCodes, secondFactors } from "@/drizzle/schema/second-factors";
import type { FactorKind } from "@/drizzle/schema/values";
import { isFactorOf } from "@/server/access/has-factor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { acquireLock, acquireSharedLock } from "@/server/kernel/database/lock";
import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { decrypt, encrypt } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";

export type FactorRow = typeof secondFactors.$inferSelect;

export interface Person {
  workspaceId: string;
  userId: string;
}

const purpose = (id: string): string => `factor:${id}`;

/** The column of authenticator apps' secrets, for the change of the encryption key. */
export const sealedFactorSecret: SealedColumn = {
  table: secondFactors,
  column: secondFactors.secret,
  boundTo: { id: secondFactors.id },
  purposeOf: ({ id = "" }) => purpose(id),
};

/** A secret, sealed for this factor. */
export const sealFactorSecret = ({ settings }: Services, id: string, secret: Buffer): Buffer =>
  encrypt(settings.encryptionKeys, secret, purpose(id));

/** @returns null for a passkey, and when it was sealed with another encryption key: recovery codes work then */
export function openFactorSecret({ settings, log }: Services, { id, secret }: FactorRow): Buffer | null {
  if (secret === null) return null;
  const plain = decrypt(settings.encryptionKeys, secret, purpose(id));
  if (!plain) log.error({ factorId: id }, "the secret of an authenticator app was sealed with another key");
  return plain;
}

const lockName = ({ workspaceId, userId }: Person): string => `second-factors:${workspaceId}:${userId}`;

/** Makes sign-ins of the person wait until the transaction that changes their factors ends, and waits for those under way. */
export const lockFactors = (tx: Db, person: Person): Promise<void> => acquireLock(tx, lockName(person));

/** What a sign-in holds while it reads whether the person has a factor. */
export const lockFactorsForSignIn = (tx: Db, person: Person): Promise<void> =>
  acquireSharedLock(tx, lockName(person));

/** The person's factors, the oldest first. */
export const findFactors = (db: Db, person: Person): Promise<FactorRow[]> =>
  scoped(workspaceOf(person), secondFactors)
    .selectAll(db)
    .where(isFactorOf(person.userId))
    .orderBy(asc(secondFactors.confirmedAt), asc(secondFactors.id));

const maxFactors = 10;

/** @throws ApiError CONFLICT when the person has as many factors as one may have */
export async function requireRoomForFactor(db: Db, person: Person): Promise<void> {
  if ((await findFactors(db, person)).length >= maxFactors)
    throw new ApiError("CONFLICT", because("factorCount", { limit: maxFactors }));
}

/** Which kinds of factors the person has. */
export async function findFactorKinds(db: Db, person: Person): Promise<Set<FactorKind>> {
  return new Set((await findFactors(db, person)).map(({ kind }) => kind));
}

/** How many recovery codes of the person are unused. */
export async function countRecoveryCodes(db: Db, person: Person): Promise<number> {
  const [row] = await scoped(workspaceOf(person), recoveryCodes)
    .select(db, { left: sql<number>`count(*)::int` })
    .where(and(eq(recoveryCodes.userId, person.userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
