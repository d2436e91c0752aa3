import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { recoveryCodes } from "@/drizzle/schema/second-factors";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { sha256 } from "@/server/kernel/secrets";
import type { Person } from "./store";
import { base32 } from "./totp";

const codeCount = 10;
/** 80 bits: no one finds a code by its digest. */
const codeBytes = 10;

/** "ABCD-EFGH-IJKL-MNOP" */
const newCode = (): string => (base32(randomBytes(codeBytes)).match(/.{4}/g) ?? []).join("-");

/** Typed with or without hyphens, in either case; the digits that base32 lacks are letters that look like them. */
const normalized = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replaceAll("0", "O")
    .replaceAll("1", "I");

const digestOf = (code: string): Buffer => sha256(normalized(code));

/** Replaces the person's recovery codes. `tx` must be a transaction. @returns the new ones, which no one can read later */
export async function replaceRecoveryCodes(tx: Db, person: Person, now: Date): Promise<string[]> {
  const { workspaceId, userId } = person;
  await deleteRecoveryCodes(tx, person);
  const codes = Array.from({ length: codeCount }, newCode);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ workspaceId, userId, hash: digestOf(code), createdAt: now })));
  return codes;
}

export async function deleteRecoveryCodes(tx: Db, person: Person): Promise<void> {
  await scoped(workspaceOf(person), recoveryCodes).delete(tx).where(eq(recoveryCodes.userId, person.userId));
}

/** Uses a recovery code up. The guarded UPDATE decides: of any number of uses at once, one gets it. */
export async function consumeRecoveryCode(
  tx: Db,
  person: Person,
  typed: string,
  now: Date,
): Promise<boolean> {
  const used = await scoped(workspaceOf(person), recoveryCodes)
    .update(tx)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, person.userId),
        eq(recoveryCodes.hash, digestOf(typed)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}
