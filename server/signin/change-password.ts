import { eq } from "drizzle-orm";
import { credentials } from "@/drizzle/schema/signin";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { clearThrottle, takeToken } from "@/server/kernel/http/throttle";
import { hashPassword, verifyPassword } from "@/server/kernel/password";
import { second } from "@/server/kernel/time/clock";
import { findMailbox } from "./active-person";
import { personOf } from "./person-of";
import { checkPassword, type PasswordChangeEffect, replacePassword, reportByMail } from "./replace-password";

export type PasswordChangeResult =
  | { ok: true; at: Date }
  | { ok: false; reason: "wrong" }
  | { ok: false; reason: "throttled"; retryAfterSeconds: number };

/** Separate from the sign-in limits: neither may lock the user out of the other. */
const rate = { burst: 10, intervalMs: 30 * second };

interface Person {
  workspaceId: string;
  userId: string;
}

const credentialsOf = (db: Db, { workspaceId, userId }: Person) =>
  scoped(workspaceOf({ workspaceId }), credentials)
    .select(db, { passwordHash: credentials.passwordHash })
    .where(eq(credentials.userId, userId));

/** Whether the user has a password. */
export const hasPassword = async (db: Db, person: Person): Promise<boolean> =>
  (await credentialsOf(db, person)).length > 0;

/**
 * Changes the acting person's password, given the current one. Ends their other sessions, all mailed links and whatever `effects` end, and
 * notifies them by mail, in one transaction; the current session continues.
 * @throws ApiError VALIDATION_ERROR when the new password is too short or too long; FORBIDDEN for a key
 */
export async function changePassword(
  ctx: Ctx,
  input: { current: string; password: string },
  effects: readonly PasswordChangeEffect[],
): Promise<PasswordChangeResult> {
  const { sessionId, ...person } = personOf(ctx);
  checkPassword(input.password);
  const at = ctx.now();
  const bucket = `password:change:${person.userId}`;
  const taken = await takeToken(ctx.db, bucket, { ...rate, now: at });
  if (!taken.ok) return { ...taken, reason: "throttled" };
  const [known] = await credentialsOf(ctx.db, person);
  if (!known || !(await verifyPassword(known.passwordHash, input.current)))
    return { ok: false, reason: "wrong" };
  const passwordHash = await hashPassword(input.password);
  const isChanged = await inTransaction(ctx, async (tx) => {
    const [held] = await credentialsOf(tx.db, person).for("update");
    // Lost the race with another change: the typed current password is no longer the current one.
    if (held?.passwordHash !== known.passwordHash) return false;
    const change = { workspaceId: person.workspaceId, userId: person.userId, at };
    await replacePassword(tx.db, change, passwordHash, {
      action: "password.change",
      keep: sessionId,
      effects,
    });
    const to = await findMailbox(tx.db, person);
    if (!to) return false;
    await reportByMail(tx, person, to, "passwordChanged.changed");
    return true;
  });
  if (!isChanged) return { ok: false, reason: "wrong" };
  await clearThrottle(ctx.db, bucket);
  return { ok: true, at };
}
