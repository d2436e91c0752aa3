import { and, eq, isNull, lt } from "drizzle-orm";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { invitations } from "@/drizzle/schema/signin";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { ApiError } from "@/server/kernel/errors";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import { because } from "@/server/kernel/reasons";
import { day, minute, plus } from "@/server/kernel/time/clock";
import { findRecipients } from "@/server/modules/leave/mail/find-recipients";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { voidMailedLinks } from "@/server/modules/people/people/end-access";
import { findInvitation } from "@/server/modules/people/people/find-invitation";
import { findNames } from "@/server/modules/people/people/find-names";
import { lockUser } from "@/server/modules/people/people/lock-user";
import { requireAccountWithin } from "@/server/modules/people/people/require-account-within";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { type Words, wordsOf } from "@/server/words/words";
import { connectionBlocks } from "./connections/connection-blocks";
import { issueToken } from "./tokens";

export const linkLifeDays = 7;
const linkLifeMs = linkLifeDays * day;
/** Minimum interval between two invitations of a person. */
const betweenMs = minute;

/**
 * Mails a user who never signed in a link to choose their password, the first time or again. Earlier links end.
 * @param language of this mail and later ones, unless they have chosen one
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, CONFLICT (InvitationRefused) when they have signed in before, are not active, or were
 * just invited
 */
export function sendInvitation(ctx: Ctx, userId: string, language: NotificationLocale = "en"): Promise<void> {
  requireRight(ctx, "users:write");
  return inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, userId);
    await requireAccountWithin(tx, user);
    if (user.status === "INACTIVE") throw new InvitationRefused("INACTIVE");
    if (!(await findInvitation(tx, userId))) throw new InvitationRefused("SIGNED_IN");
    await speak(tx, userId, language);
    await voidMailedLinks(tx, userId);
    await note(tx, userId);
    await mail(tx, user);
    await recordAudit(tx, { action: "user.invite", resourceType: "user", resourceId: userId });
  });
}

const refusals = {
  INACTIVE: ["invitedInactive", "Activate them first."],
  SIGNED_IN: ["invitedSignedIn", "They can choose a new password on the sign-in page."],
  JUST_INVITED: ["justInvited", "Reload the page to see which."],
} as const;

/** No mail was sent. */
export class InvitationRefused extends ApiError {
  constructor(readonly kind: keyof typeof refusals) {
    const [key, resolution] = refusals[kind];
    super("CONFLICT", { ...because(key), resolution });
  }
}

/** The language of mails to a person who has chosen none. */
export async function speak(
  { db, actor, now }: Ctx,
  userId: string,
  language: NotificationLocale,
): Promise<void> {
  const row = { workspaceId: actor.workspaceId, userId, language, updatedAt: now() };
  await db.insert(mailPreferences).values(row).onConflictDoNothing();
}

/** The guarded write decides between concurrent invitations, and between an invitation and the sign-in that ends it. */
async function note({ db, actor, now }: Ctx, userId: string): Promise<void> {
  const { workspaceId, userId: invitedById } = actor;
  const sentAt = now();
  const noted = await db
    .insert(invitations)
    .values({ workspaceId, userId, invitedById, sentAt })
    .onConflictDoUpdate({
      target: [invitations.workspaceId, invitations.userId],
      set: { invitedById, sentAt },
      setWhere: and(isNull(invitations.acceptedAt), lt(invitations.sentAt, plus(sentAt, -betweenMs))),
    })
    .returning({ userId: invitations.userId });
  if (noted.length > 0) return;
  throw new InvitationRefused("JUST_INVITED");
}

/** The link to choose a password with. */
async function linkBlocks(tx: Ctx, userId: string, say: Words["say"]): Promise<MailBlock[]> {
  const { workspaceId } = tx.actor;
  const person = { workspaceId, userId };
  const token = await issueToken(tx.db, person, "PASSWORD_RESET", null, tx.now(), linkLifeMs);
  const url = `${tx.services.settings.appUrl}/reset-password?token=${token}`;
  return [{ label: say("invitation.action"), url }, say("invitation.life", { days: linkLifeDays })];
}

async function mail(tx: Ctx, { id, email }: { id: string; email: string }): Promise<void> {
  const { workspaceId, userId: inviterId } = tx.actor;
  const [[workspace], names, recipients] = await Promise.all([
    tx.db
      .select({ name: workspaces.name, connectionsOnly: workspaces.connectionsOnly })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId)),
    findNames(tx, inviterId === null ? [] : [inviterId]),
    findRecipients(tx, [id]),
  ]);
  const to = recipients.get(id);
  if (!to) throw new Error("An active person has no mailbox");
  const inviter = names.get(inviterId ?? "") ?? "Timeaway";
  const { say } = wordsOf(to.locale);
  const subject = say("invitation.subject", { inviter });
  const blocks = [
    say("mail.greeting", { name: to.name }),
    say("invitation.intro", { inviter, workspace: workspace?.name ?? "" }),
    ...(workspace?.connectionsOnly
      ? await connectionBlocks(tx, { workspaceId, workspaceName: workspace.name, email }, null, say)
      : await linkBlocks(tx, id, say)),
    { small: say("invitation.unasked", { inviter }) },
  ];
  await enqueueMail(tx, {
    ...{ workspaceId, kind: "invitation", to: email, subject },
    ...layOutMail(subject, blocks, to.locale),
    expiresInMs: linkLifeMs,
  });
}
