import { and, eq, gt, isNull } from "drizzle-orm";
import { secondFactors } from "@/drizzle/schema/second-factors";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { hour, plus } from "@/server/kernel/time/clock";
import { personOf } from "../person-of";
import { requireRecentProof } from "./own-session";
import type { FactorConfirm } from "./schema";
import { settleAddedFactor } from "./settle-added-factor";
import { findFactors, lockFactors, openFactorSecret, type Person } from "./store";
import { matchingStep } from "./totp";

/** How long an app that is being added waits for its first code. */
const lifeMs = hour;

export const wrongCode = () => invalid([{ path: "code", ...fault("code") }]);

/** Stores the app with its first code, which is used up. @throws ApiError RESOURCE_NOT_FOUND, VALIDATION_ERROR */
async function store(tx: Ctx, person: Person, { id, name, code }: FactorConfirm): Promise<void> {
  const now = tx.now();
  const factors = scoped(workspaceOf(person), secondFactors);
  const isBegun = and(
    eq(secondFactors.id, id),
    eq(secondFactors.userId, person.userId),
    isNull(secondFactors.confirmedAt),
    gt(secondFactors.createdAt, plus(now, -lifeMs)),
  );
  const [row] = await factors.selectAll(tx.db).where(isBegun);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND", because("factorMissing"));
  const secret = openFactorSecret(tx.services, row);
  const lastStep = secret && matchingStep(secret, code.replace(/\s/g, ""), now);
  if (lastStep === null) throw wrongCode();
  await factors.update(tx.db).set({ name, lastStep, confirmedAt: now, lastUsedAt: now }).where(isBegun);
}

/**
 * Adds the authenticator app for the acting person once a code of it is right. Their sessions that have proven no factor end, but this one;
 * so do sign-ins under way. They are notified by mail.
 * @returns recovery codes with the first factor, which are shown once; else null
 * @throws ApiError FORBIDDEN without a recent proof, RESOURCE_NOT_FOUND, VALIDATION_ERROR for a wrong code
 */
export function confirmFactor(ctx: Ctx, input: FactorConfirm): Promise<{ recoveryCodes: string[] | null }> {
  const person = personOf(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockFactors(tx.db, person);
    await requireRecentProof(tx);
    const isFirst = (await findFactors(tx.db, person)).length === 0;
    await store(tx, person, input);
    return settleAddedFactor(tx, person, { id: input.id, name: input.name, kind: "APP", isFirst });
  });
}
