import { and, eq, gt, isNull } from "drizzle-orm";
import { signInSteps } from "@/drizzle/schema/second-factors";
import type { LinkToConfirm } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { sha256 } from "@/server/kernel/secrets";
import { minute, plus } from "@/server/kernel/time/clock";
import { newSecret, presentedSecret } from "@/server/kernel/workspace-secret";
import type { Person } from "./store";

/** How long a proven person may take to type the code. */
export const stepLifeMs = 10 * minute;

export type StepRow = typeof signInSteps.$inferSelect;

/** Stores a proof that lacks only the second factor. @returns the secret for the browser, which names the workspace; only its hash is stored */
export async function createStep(
  tx: Db,
  { workspaceId, userId }: Person,
  { method, link = null }: { method: StepRow["method"]; link?: LinkToConfirm | null },
  now: Date,
): Promise<string> {
  const secret = newSecret(workspaceId);
  const expiresAt = plus(now, stepLifeMs);
  await tx
    .insert(signInSteps)
    .values({ workspaceId, hash: sha256(secret), userId, method, link, createdAt: now, expiresAt });
  return secret;
}

const usable = (hash: Buffer, now: Date) =>
  and(eq(signInSteps.hash, hash), isNull(signInSteps.usedAt), gt(signInSteps.expiresAt, now));

/** The step of a browser's secret, without using it. @returns null when it is unknown, used or expired */
export async function findStep(db: Db, secret: string, now: Date): Promise<StepRow | null> {
  const { hash, workspaceId } = presentedSecret(secret);
  if (workspaceId === null) return null;
  const [found] = await scoped(workspaceOf({ workspaceId }), signInSteps)
    .selectAll(db)
    .where(usable(hash, now));
  return found ?? null;
}

/** Uses the step up. The guarded UPDATE decides: of any number of uses at once, one gets it. */
export async function consumeStep(tx: Db, { workspaceId, hash }: StepRow, now: Date): Promise<boolean> {
  const used = await scoped(workspaceOf({ workspaceId }), signInSteps)
    .update(tx)
    .set({ usedAt: now })
    .where(usable(hash, now))
    .returning({ hash: signInSteps.hash });
  return used.length > 0;
}

/** Ends every sign-in of the person that waits for a code: a password changed since proves nothing. */
export async function retireSteps(tx: Db, person: Person, now: Date): Promise<void> {
  await scoped(workspaceOf(person), signInSteps)
    .update(tx)
    .set({ usedAt: now })
    .where(and(eq(signInSteps.userId, person.userId), isNull(signInSteps.usedAt)));
}
