import { and, eq, lte, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { secondFactors } from "@/drizzle/schema/second-factors";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { factorDueAt } from "@/server/modules/workspace/sign-in-policy/factor-duty";
import { personOf } from "../person-of";
import { loadOwnFactor } from "./load-own-factor";
import { notifyOfFactor } from "./notify-of-factor";
import { requireRecentProof } from "./own-session";
import { deleteRecoveryCodes } from "./recovery-codes";
import { retireSteps } from "./sign-in-steps";
import { findFactors, lockFactors, type Person } from "./store";

/** The recovery codes replace a factor: they end with the last one. So do sign-ins that wait for a code. */
async function endWhatDepends(tx: Ctx, person: Person): Promise<void> {
  if ((await findFactors(tx.db, person)).length > 0) return;
  await deleteRecoveryCodes(tx.db, person);
  await retireSteps(tx.db, person, tx.now());
}

/** @throws ApiError CONFLICT when it is the last factor, and their workspace asks them for one */
async function requireAnotherIfNeeded(tx: Ctx, person: Person): Promise<void> {
  if ((await findFactors(tx.db, person)).length > 1) return;
  const [due] = await scoped(workspaceOf(person), users)
    .select(tx.db, { id: users.id })
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .where(and(eq(users.id, person.userId), lte(factorDueAt, sql`${tx.now().toISOString()}::timestamptz`)));
  if (due)
    throw new ApiError("CONFLICT", {
      ...because("factorLast"),
      resolution: "Add another authenticator app or passkey first.",
    });
}

/**
 * Ends a factor of the acting person, and notifies them by mail.
 * @throws ApiError FORBIDDEN without a recent proof, RESOURCE_NOT_FOUND, CONFLICT when it is the last one and their workspace asks for one
 */
export function endFactor(ctx: Ctx, id: string): Promise<void> {
  const person = personOf(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockFactors(tx.db, person);
    await requireRecentProof(tx);
    const { name, kind } = await loadOwnFactor(tx.db, person, id);
    await requireAnotherIfNeeded(tx, person);
    await scoped(workspaceOf(person), secondFactors).delete(tx.db).where(eq(secondFactors.id, id));
    await endWhatDepends(tx, person);
    await recordAudit(tx, {
      action: "second_factor.delete",
      resourceType: "second_factor",
      resourceId: id,
      changes: { name: { from: name } },
    });
    await notifyOfFactor(tx, person, { what: kind === "PASSKEY" ? "passkeyEnded" : "ended", name });
  });
}

/**
 * Ends all factors of a person who has lost them, and notifies them by mail. For the operator, who has asked who they are.
 * @returns how many
 */
export function endFactorsByOperator(ctx: Ctx, userId: string): Promise<number> {
  const person = { workspaceId: ctx.actor.workspaceId, userId };
  return inTransaction(ctx, async (tx) => {
    await lockFactors(tx.db, person);
    const ended = await findFactors(tx.db, person);
    await scoped(workspaceOf(person), secondFactors).delete(tx.db).where(eq(secondFactors.userId, userId));
    await endWhatDepends(tx, person);
    for (const { id, name } of ended)
      await recordAudit(tx, {
        action: "second_factor.delete",
        resourceType: "second_factor",
        resourceId: id,
        changes: { userId: { from: userId }, name: { from: name } },
      });
    if (ended.length > 0) await notifyOfFactor(tx, person, { what: "endedByOperator" });
    return ended.length;
  });
}
