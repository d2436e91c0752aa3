import { and, eq, isNull } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { credentials, sessions } from "@/drizzle/schema/signin";
import type { Db } from "@/server/kernel/db";
import type { Settings } from "@/server/kernel/env";
import { invalid } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { layOutMail } from "@/server/kernel/mail-layout";
import { hashPassword, maximumPasswordLength, minimumPasswordLength } from "@/server/kernel/password";
import type { Services } from "@/server/kernel/services";
import { findActiveEmail } from "./active-person";
import type { Later } from "./request-mail";
import { consumeToken, peekToken, retireTokens } from "./tokens";

export interface PasswordChange {
  workspaceId: string;
  userId: string;
  at: Date;
}

/** What else a changed password ends, in the same transaction and after the sessions (decision 3.11). */
export type PasswordChangeEffect = (tx: Db, change: PasswordChange) => Promise<void>;

function checkPassword(password: string): void {
  const length = [...password].length;
  const message =
    length < minimumPasswordLength
      ? `Must have at least ${minimumPasswordLength} characters.`
      : length > maximumPasswordLength
        ? `Must have at most ${maximumPasswordLength} characters.`
        : null;
  if (message) throw invalid([{ path: "password", message }]);
}

async function storePassword(tx: Db, change: PasswordChange, passwordHash: string): Promise<void> {
  const { workspaceId, userId, at } = change;
  const values = { passwordHash, updatedAt: at };
  await tx
    .insert(credentials)
    .values({ workspaceId, userId, ...values })
    .onConflictDoUpdate({ target: [credentials.workspaceId, credentials.userId], set: values });
}

async function endSessions(tx: Db, { workspaceId, userId, at }: PasswordChange): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: at })
    .where(
      and(eq(sessions.workspaceId, workspaceId), eq(sessions.userId, userId), isNull(sessions.revokedAt)),
    );
}

const recordChange = (tx: Db, { workspaceId, userId, at }: PasswordChange) =>
  tx.insert(auditEvents).values({
    workspaceId,
    id: newId(),
    at,
    action: "password.reset",
    resourceType: "user",
    resourceId: userId,
    actingUserId: userId,
  });

const changedMail = ({ appUrl }: Settings) =>
  layOutMail("Your password was changed", [
    "The password for your Timeaway account was just changed. You’ve been signed out of every browser and connected app.",
    "If this wasn’t you, choose a new password now and tell your administrator.",
    { label: "Choose a new password", url: `${appUrl}/forgot-password` },
  ]);

/**
 * Sets a new password with the secret of a mailed link. Ends every session of the person and all else that was mailed, then
 * runs `effects`, all in one transaction.
 * @returns false when the link is unknown, used, expired, or its person may not sign in
 * @throws ApiError VALIDATION_ERROR when the password is too short or too long; the link stays usable
 */
export async function resetPassword(
  services: Services,
  input: { token: string; password: string },
  effects: readonly PasswordChangeEffect[],
  later: Later,
): Promise<boolean> {
  checkPassword(input.password);
  const at = services.clock();
  // A guessed link must not buy the work of a hash.
  if (!(await peekToken(services.db, input.token, "PASSWORD_RESET", at))) return false;
  const passwordHash = await hashPassword(input.password);
  const email = await services.db.transaction(async (tx) => {
    const used = await consumeToken(tx, input.token, "PASSWORD_RESET", at);
    const to = used ? await findActiveEmail(tx, used) : null;
    if (!used || to === null) return null;
    const change = { workspaceId: used.workspaceId, userId: used.userId, at };
    await storePassword(tx, change, passwordHash);
    // Links before sessions: a sign-in by link that is under way has committed its session when its link is found used.
    await retireTokens(tx, change, at);
    await endSessions(tx, change);
    for (const effect of effects) await effect(tx, change);
    await recordChange(tx, change);
    return to;
  });
  if (email === null) return false;
  later(() =>
    services.mailer
      .send({ to: email, subject: "Your Timeaway password was changed", ...changedMail(services.settings) })
      .catch((error) => services.log.error({ error }, "a password change could not be reported by mail")),
  );
  return true;
}
