import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { layOutMail } from "@/server/kernel/mail/mail-layout";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { wordsOf } from "@/server/words/words";
import { listAdministrators } from "./list-administrators";
import { mailLanguageOf } from "./mail-language";

/** Enough names to find an administrator. */
const namesTold = 3;

/**
 * Notifies the old address that it no longer belongs to the person, in the transaction of the change: an account takeover must not go
 * unnoticed. The mail does not name the new address: the old one may have belonged to someone else.
 */
export async function notifyOldAddress(
  tx: Ctx,
  { id, name, email: address }: { id: string; name: string; email: string },
): Promise<void> {
  const { workspaceId } = tx.actor;
  const own = workspaceOf(tx.actor);
  const [about] = await scoped(own, users)
    .select(tx.db, { workspace: workspaces.name, language: mailLanguageOf(own) })
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .where(eq(users.id, id));
  if (!about) return;
  const { workspace, language } = about;
  const { say } = wordsOf(language);
  const names = (await listAdministrators(tx)).slice(0, namesTold).join(", ");
  const blocks = [
    say("emailChanged.intro", { name, workspace, address }),
    names === "" ? say("emailChanged.unexpectedAlone") : say("emailChanged.unexpected", { names }),
  ];
  await enqueueMail(tx, {
    ...{ workspaceId, kind: "email_changed", to: address, subject: say("emailChanged.subject") },
    ...layOutMail(say("emailChanged.heading"), blocks, language),
  });
}
