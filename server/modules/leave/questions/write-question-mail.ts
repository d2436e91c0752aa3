import type { Ctx } from "@/server/access/ctx";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import { findRecipients } from "@/server/modules/leave/mail/find-recipients";
import { settingsUrl } from "@/server/modules/leave/mail/letter";
import { readLeaveFacts } from "@/server/modules/leave/mail/read-leave-facts";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { wordsOf } from "@/server/words/words";

/** Mails the person on leave what was asked, in the transaction of the question. As decisions on their leave, it has no switch. */
export async function writeQuestionMail(
  tx: Ctx,
  { leaveId, userId, question }: { leaveId: string; userId: string; question: string },
): Promise<void> {
  const { userId: askerId, workspaceId } = tx.actor;
  const people = await findRecipients(tx, askerId === null ? [userId] : [userId, askerId]);
  const to = people.get(userId);
  const facts = to && (await readLeaveFacts(tx, leaveId));
  if (!to || !facts) return;
  const { say, when, date } = wordsOf(to.locale);
  const name = (askerId === null ? undefined : people.get(askerId)?.name) ?? say("mail.someone");
  const { appUrl } = tx.services.settings;
  const subject = say("questionMail.subject", { when: when(facts.period) });
  const blocks: MailBlock[] = [
    say("mail.greeting", { name: to.name }),
    say("questionMail.intro", { name }),
    {
      facts: [
        [say("leaveMail.when"), when(facts.period)],
        [say("questionMail.question"), question],
      ],
    },
    { label: say("questionMail.answerIt"), url: `${appUrl}/dashboard/leaves/${encodeId("leave", leaveId)}` },
    say("questionMail.waits", { date: date(facts.lastDay) }),
    { small: say("leaveMail.whyOwn") },
    { links: [{ label: say("leaveMail.settings"), url: settingsUrl(appUrl) }] },
  ];
  const layout = layOutMail(subject, blocks, to.locale);
  await enqueueMail(tx, { workspaceId, kind: "leave_question", to: to.email, subject, ...layout });
}
