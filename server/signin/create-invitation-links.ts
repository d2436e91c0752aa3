import { isNull } from "drizzle-orm";
import { invitations } from "@/drizzle/schema/signin";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { day } from "@/server/kernel/time/clock";
import { voidMailedLinks } from "@/server/modules/people/people/end-access";
import { findInvitable } from "@/server/modules/people/people/find-invitation";
import { lockUser } from "@/server/modules/people/people/lock-user";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { findActive } from "@/server/modules/workspace/connections/find-offered";
import { findPolicy } from "@/server/modules/workspace/sign-in-policy/find-policy";
import { startPath } from "./connections/start-connection-sign-in";
import { linkLifeDays, speak } from "./send-invitation";
import { issueToken } from "./tokens";

/** A link to choose a password, to be handed to its person. */
export interface InvitationLink {
  userId: string;
  name: string;
  email: string;
  url: string;
}

interface LinksWanted {
  userIds: readonly string[];
  language: NotificationLocale;
}

/**
 * Creates links with which invited people choose their password, for an administrator to pass on where no mail is set up (decision 18.28).
 * Earlier links of the same people end. Where people sign in through connections only, a link leads to the first. Skips people who have signed
 * in, or are not active.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, CONFLICT where mail is set up
 */
export function createInvitationLinks(
  ctx: Ctx,
  { userIds, language }: LinksWanted,
): Promise<InvitationLink[]> {
  requireAdmin(ctx);
  if (ctx.services.settings.smtpUrl !== undefined)
    throw new ApiError("CONFLICT", {
      ...because("mailSetUp"),
      resolution: "Send an invitation instead.",
    });
  return inTransaction(ctx, async (tx) => {
    const links: InvitationLink[] = [];
    const { connectionsOnly } = await findPolicy(tx.db, tx.actor.workspaceId);
    const active = await findActive(tx.db, tx.actor.workspaceId);
    // In the order of their ids, so that concurrent calls do not deadlock.
    const { ids } = await findInvitable(tx, userIds);
    for (const id of ids) {
      const { name, email } = await lockUser(tx, id);
      await speak(tx, id, language);
      await voidMailedLinks(tx, id);
      if (!(await noteInvited(tx, id))) continue;
      const person = { workspaceId: tx.actor.workspaceId, userId: id };
      const lifeMs = linkLifeDays * day;
      const issue = () => issueToken(tx.db, person, "PASSWORD_RESET", null, tx.now(), lifeMs, false);
      const [connection] = connectionsOnly ? active : [];
      await recordAudit(tx, {
        action: "user.invite",
        resourceType: "user",
        resourceId: id,
        changes: { link: { to: "copied" } },
      });
      const { appUrl } = tx.services.settings;
      const url = connection
        ? appUrl + startPath(connection, { returnTo: "/dashboard", email })
        : `${appUrl}/reset-password?token=${await issue()}`;
      links.push({ userId: id, name, email, url });
    }
    return links;
  });
}

/** The guarded write decides between a link and the sign-in that ends the invitation. */
async function noteInvited({ db, actor, now }: Ctx, userId: string): Promise<boolean> {
  const { workspaceId, userId: invitedById } = actor;
  const sentAt = now();
  const noted = await db
    .insert(invitations)
    .values({ workspaceId, userId, invitedById, sentAt })
    .onConflictDoUpdate({
      target: [invitations.workspaceId, invitations.userId],
      set: { invitedById, sentAt },
      setWhere: isNull(invitations.acceptedAt),
    })
    .returning({ userId: invitations.userId });
  return noted.length > 0;
}
