import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { SystemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { layOutMail } from "@/server/kernel/mail/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { findAdminMailboxes } from "@/server/modules/workspace/connections/store";
import { wordsOf } from "@/server/words/words";
import type { Browser } from "./browser";

/** Mails all administrators that one of them has used their emergency access, in the transaction of the sign-in (decision 2.15). */
export async function notifyOfEmergency(
  tx: SystemContext,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { ip }: Pick<Browser, "ip">,
): Promise<void> {
  const [person] = await scoped(workspaceOf({ workspaceId }), users)
    .select(tx.db, { name: users.name, workspace: workspaces.name })
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .where(eq(users.id, userId));
  if (!person) return;
  const { name, workspace } = person;
  for (const to of await findAdminMailboxes(tx.db, workspaceId)) {
    const { say } = wordsOf(to.language);
    const subject = say("emergencyAccess.subject", { name });
    const blocks = [
      say("mail.greeting", { name: to.name }),
      say("emergencyAccess.used", { name, workspace }),
      ...(ip === null ? [] : [say("emergencyAccess.from", { ip })]),
      say("emergencyAccess.unexpected", { name }),
      {
        label: say("emergencyAccess.open"),
        url: `${tx.services.settings.appUrl}/dashboard/people/${encodeId("user", userId)}`,
      },
      { small: say("mail.whyAdministrator") },
    ];
    await enqueueMail(tx, {
      ...{ workspaceId, kind: "emergency_access_used", to: to.email, subject },
      ...layOutMail(subject, blocks, to.language),
    });
  }
}
