import { and, eq, ne } from "drizzle-orm";
import { credentials, sessions } from "@/drizzle/schema/signin";
import type { SystemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { layOutMail } from "@/server/kernel/mail/mail-layout";
import { maximumPasswordLength, minimumPasswordLength } from "@/server/kernel/password";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { endSessions } from "@/server/modules/people/sessions/end";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import { wordsOf } from "@/server/words/words";
import type { Mailbox } from "./active-person";
import { retireSteps } from "./factors/sign-in-steps";
import { retireTokens } from "./tokens";

export interface PasswordChange {
  workspaceId: string;
  userId: string;
  at: Date;
}

/** Ends further access in the same transaction, after the sessions (decision 3.11). */
export type PasswordChangeEffect = (tx: Db, change: PasswordChange) => Promise<void>;

/** @throws ApiError VALIDATION_ERROR when the password is too short or too long */
export function checkPassword(password: string): void {
  const length = [...password].length;
  const path = "password";
  if (length < minimumPasswordLength)
    throw invalid([{ path, ...fault("short", { limit: minimumPasswordLength }) }]);
  if (length > maximumPasswordLength)
    throw invalid([{ path, ...fault("tooLong", { limit: maximumPasswordLength }) }]);
}

async function storePassword(tx: Db, change: PasswordChange, passwordHash: string): Promise<void> {
  const { workspaceId, userId, at } = change;
  const values = { passwordHash, updatedAt: at };
  await tx
    .insert(credentials)
    .values({ workspaceId, userId, ...values })
    .onConflictDoUpdate({ target: [credentials.workspaceId, credentials.userId], set: values });
}

/** Once this lock is granted, a concurrent Allow in the kept session has stored its grant (decision 3.11). */
async function lockOwnSession(tx: Db, { workspaceId }: PasswordChange, sessionId: string): Promise<void> {
  await scoped(workspaceOf({ workspaceId }), sessions)
    .select(tx, { id: sessions.id })
    .where(eq(sessions.id, sessionId))
    .for("update");
}

/**
 * Stores the new password; ends all mailed links, the person's sessions, and then whatever `effects` end. `tx` must be a transaction.
 * @param how.keep the session in which the password was changed; it continues
 */
export async function replacePassword(
  tx: Db,
  change: PasswordChange,
  passwordHash: string,
  how: {
    action: "password.change" | "password.reset";
    keep?: string;
    effects: readonly PasswordChangeEffect[];
  },
): Promise<void> {
  const { workspaceId, userId, at } = change;
  await storePassword(tx, change, passwordHash);
  // Links before sessions: a concurrent sign-in by link has committed its session when its link is found used.
  await retireTokens(tx, change, at);
  await retireSteps(tx, change, at);
  if (how.keep) await lockOwnSession(tx, change, how.keep);
  const which = and(eq(sessions.userId, userId), how.keep ? ne(sessions.id, how.keep) : undefined);
  const all = { userId, keep: how.keep };
  const ended = await endSessions(tx, { workspaceId, which, at, reason: "PASSWORD_CHANGED", all });
  for (const effect of how.effects) await effect(tx, change);
  const line = { action: how.action, resourceType: "user", resourceId: userId };
  await recordAuditLines(tx, { workspaceId, at, actingUserId: userId }, [...ended, line]);
}

/** Notifies the person, who may not have made the change, in its transaction. @param what was changed, and what was signed out; or that it is the first */
export function reportByMail(
  tx: SystemContext,
  { workspaceId, workspaceName = "" }: { workspaceId: string; workspaceName?: string },
  { email: to, language }: Mailbox,
  what: "passwordChanged.changed" | "passwordChanged.reset" | "passwordChanged.first",
): Promise<void> {
  const { say } = wordsOf(language);
  const isFirst = what === "passwordChanged.first";
  const blocks = [
    say(what, { workspace: workspaceName }),
    say("passwordChanged.unexpected"),
    { label: say("passwordChanged.action"), url: `${tx.services.settings.appUrl}/forgot-password` },
  ];
  return enqueueMail(tx, {
    ...{
      workspaceId,
      kind: "password_changed",
      to,
      subject: say(isFirst ? "passwordChanged.firstSubject" : "passwordChanged.subject"),
    },
    ...layOutMail(
      say(isFirst ? "passwordChanged.firstHeading" : "passwordChanged.heading"),
      blocks,
      language,
    ),
  });
}
