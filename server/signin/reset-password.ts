import { inTransaction, systemContext } from "@/server/access/ctx";
import type { Db } from "@/server/kernel/database/db";
import { hashPassword } from "@/server/kernel/password";
import type { Services } from "@/server/kernel/services";
import { verifyEmail } from "@/server/modules/people/people/verify-email";
import {
  nullIfClosed,
  requireOpenSignIn,
} from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import { findMailbox } from "./active-person";
import { lookupEmail } from "./email";
import { findPeopleByEmail } from "./people-by-email";
import { checkPassword, type PasswordChangeEffect, replacePassword, reportByMail } from "./replace-password";
import { consumeToken, peekToken, placeOfToken } from "./tokens";

/**
 * Sets a new password with the secret of a mailed link. Ends every session of the person and all other mailed links, then runs `effects`,
 * all in one transaction, and notifies the person by mail.
 * @returns false when the link is unknown, used, expired, or its person may not sign in, or not with a password
 * @throws ApiError VALIDATION_ERROR when the password is too short or too long; the link stays usable
 */
export async function resetPassword(
  services: Services,
  input: { token: string; password: string },
  effects: readonly PasswordChangeEffect[],
): Promise<boolean> {
  checkPassword(input.password);
  const at = services.clock();
  // A guessed link must not trigger the costly hash.
  const person = await peekToken(services, input.token, "PASSWORD_RESET");
  if (!person || person.isClosed) return false;
  const passwordHash = await hashPassword(input.password);
  const place = await placeOfToken(services, input.token);
  if (!place) return false;
  const isReset = inTransaction(systemContext(services), async (tx) => {
    const used = await consumeToken(tx.db, place, "PASSWORD_RESET", at);
    const to = used ? await findMailbox(tx.db, used) : null;
    if (!used || !to) return false;
    const { workspaceId, userId } = used;
    await requireOpenSignIn(tx.db, used, "PASSWORD");
    await replacePassword(tx.db, { workspaceId, userId, at }, passwordHash, {
      action: "password.reset",
      effects,
    });
    if (used.isMailed || (await isOnlyIn(tx.db, workspaceId, to.email)))
      await verifyEmail(tx.db, { workspaceId, userId, email: to.email }, at);
    const what = person.isNew ? "passwordChanged.first" : "passwordChanged.reset";
    await reportByMail(tx, { workspaceId, workspaceName: person.workspaceName }, to, what);
    return true;
  });
  return (await isReset.catch(nullIfClosed)) ?? false;
}

/** Whether no other workspace has someone with this address, so that a link that was not mailed claims no one else's (decision 18.28). */
const isOnlyIn = async (db: Db, workspaceId: string, email: string): Promise<boolean> =>
  (await findPeopleByEmail(db, lookupEmail(email))).every((person) => person.workspaceId === workspaceId);
