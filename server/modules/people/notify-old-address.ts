import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { layOutMail } from "@/server/kernel/mail-layout";
import { enqueueMail } from "@/server/modules/mails/enqueue";
import { listAdministrators } from "./list-administrators";

/** Enough names to find an administrator. */
const namesTold = 3;

/**
 * Notifies the old address that it no longer belongs to the person, in the transaction of the change: an account takeover must not go
 * unnoticed. The mail does not name the new address: the old one may have belonged to someone else.
 */
export async function notifyOldAddress(tx: Ctx, before: { name: string; email: string }): Promise<void> {
  const { workspaceId } = tx.actor;
  const [workspace] = await tx.db
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  const names = (await listAdministrators(tx)).slice(0, namesTold);
  const next = names.length > 0 ? `ask an administrator: ${names.join(", ")}.` : "ask your administrator.";
  const mail = layOutMail("Your email address was changed", [
    `${before.name}, the email address of your Timeaway account in the workspace ${workspace?.name} was changed just now. This address, ${before.email}, can no longer be used to sign in, and sign-in links that were sent here no longer work. At the new address, the first sign-in is with a link that the sign-in page mails there.`,
    `If you did not expect this, ${next}`,
  ]);
  await enqueueMail(tx, {
    ...{ workspaceId, kind: "email_changed", to: before.email },
    subject: "Your Timeaway email address was changed",
    ...mail,
  });
}
