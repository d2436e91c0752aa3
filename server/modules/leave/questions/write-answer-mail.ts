import type { Ctx } from "@/server/access/ctx";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import { findRecipients } from "@/server/modules/leave/mail/find-recipients";
import { settingsUrl } from "@/server/modules/leave/mail/letter";
import { readLeaveFacts } from "@/server/modules/leave/mail/read-leave-facts";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { wordsOf } from "@/server/words/words";

type Answered = { leaveId: string; askedById: string; question: string; answer: string };

/** Mails the answer to who asked, in the transaction of the answer: they wait for it, so it has no switch. */
export async function writeAnswerMail(
  tx: Ctx,
  { leaveId, askedById, question, answer }: Answered,
): Promise<void> {
  const to = (await findRecipients(tx, [askedById])).get(askedById);
  const facts = to && (await readLeaveFacts(tx, leaveId));
  if (!to || !facts) return;
  const { say, when } = wordsOf(to.locale);
  const { appUrl } = tx.services.settings;
  const subject = say("questionMail.answeredSubject", { name: facts.ownerName, when: when(facts.period) });
  const blocks: MailBlock[] = [
    say("mail.greeting", { name: to.name }),
    say("questionMail.answered", { name: facts.ownerName }),
    {
      facts: [
        [say("questionMail.question"), question],
        [say("questionMail.answer"), answer],
      ],
    },
    {
      label: say("leaveMail.openApprovals"),
      url: `${appUrl}/dashboard/approvals?leave=${encodeId("leave", leaveId)}`,
    },
    { small: say("questionMail.whyAsked") },
    { links: [{ label: say("leaveMail.settings"), url: settingsUrl(appUrl) }] },
  ];
  const layout = layOutMail(subject, blocks, to.locale);
  await enqueueMail(tx, {
    workspaceId: tx.actor.workspaceId,
    kind: "leave_question",
    to: to.email,
    subject,
    ...layout,
  });
}
