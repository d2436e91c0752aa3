import { and, eq, isNull, lt, or } from "drizzle-orm";
import { secondFactors } from "@/drizzle/schema/second-factors";
import type { SecondFactorProof } from "@/drizzle/schema/values";
import type { SystemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import { notifyOfFactor } from "./notify-of-factor";
import { consumeRecoveryCode } from "./recovery-codes";
import { countRecoveryCodes, findFactors, openFactorSecret, type Person } from "./store";
import { matchingStep } from "./totp";

/** Uses the code of an authenticator app up. The guarded UPDATE decides: a code and those before it count once (RFC 6238, 5.2). */
async function consumeAppCode(tx: SystemContext, person: Person, code: string, now: Date): Promise<boolean> {
  for (const factor of await findFactors(tx.db, person)) {
    const secret = openFactorSecret(tx.services, factor);
    const step = secret && matchingStep(secret, code, now);
    if (step === null) continue;
    const { id, lastStep } = secondFactors;
    const used = await scoped(workspaceOf(person), secondFactors)
      .update(tx.db)
      .set({ lastStep: step, lastUsedAt: now })
      .where(and(eq(id, factor.id), or(isNull(lastStep), lt(lastStep, step))))
      .returning({ id });
    if (used.length > 0) return true;
  }
  return false;
}

async function consumeRecovery(
  tx: SystemContext,
  person: Person,
  typed: string,
  now: Date,
): Promise<boolean> {
  if (!(await consumeRecoveryCode(tx.db, person, typed, now))) return false;
  const left = await countRecoveryCodes(tx.db, person);
  await recordAuditLines(tx.db, { workspaceId: person.workspaceId, at: now, actingUserId: person.userId }, [
    {
      action: "second_factor.use_recovery_code",
      resourceType: "second_factor",
      resourceId: null,
      changes: { recoveryCodesLeft: { to: left } },
    },
  ]);
  await notifyOfFactor(tx, person, { what: "recoveryUsed", count: left });
  return true;
}

/**
 * Uses up the code of one of the person's apps, or a recovery code. `tx` must be a transaction.
 * @param typed untrusted
 * @returns what was proven; null for a wrong code and for a used one
 */
export async function proveFactor(
  tx: SystemContext,
  person: Person,
  typed: string,
  now: Date,
): Promise<SecondFactorProof | null> {
  const code = typed.replace(/\s/g, "");
  if (/^\d{6}$/.test(code)) return (await consumeAppCode(tx, person, code, now)) ? "APP" : null;
  return (await consumeRecovery(tx, person, code, now)) ? "RECOVERY_CODE" : null;
}
