import type { Ctx } from "@/server/access/ctx";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { findRecipients } from "@/server/modules/leave/mail/find-recipients";
import { settingsUrl } from "@/server/modules/leave/mail/letter";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { wordsOf } from "@/server/words/words";
import { loadAnyCredit } from "./store";
import { factsOf, findHoursPerDay } from "./write-request-mails";

/**
 * Mails the person that their credit was approved or denied, in the transaction of the decision. As decisions on their leave, it has no
 * switch.
 */
export async function writeDecisionMail(tx: Ctx, employee: Employee, id: string): Promise<void> {
  const { userId: deciderId, workspaceId } = tx.actor;
  if (deciderId === employee.id) return;
  const people = await findRecipients(tx, deciderId === null ? [employee.id] : [employee.id, deciderId]);
  const to = people.get(employee.id);
  if (!to) return;
  const { credit, type } = await loadAnyCredit(tx, id);
  const words = wordsOf(to.locale);
  const { say } = words;
  const isApproved = credit.status === "APPROVED";
  const name = (deciderId === null ? undefined : people.get(deciderId)?.name) ?? say("mail.someone");
  const { appUrl } = tx.services.settings;
  const subject = say(isApproved ? "creditMail.approvedSubject" : "creditMail.deniedSubject");
  const reason: [string, string][] =
    credit.decisionReason === null ? [] : [[say("leaveMail.reason"), credit.decisionReason]];
  const blocks: MailBlock[] = [
    say("mail.greeting", { name: to.name }),
    say(isApproved ? "creditMail.approved" : "creditMail.denied", { name }),
    {
      facts: [
        ...factsOf(words, credit, nameIn(type, to.locale), await findHoursPerDay(tx, employee, credit)),
        ...reason,
      ],
    },
    { label: say("creditMail.openBalances"), url: `${appUrl}/dashboard/balances` },
    { small: say("creditMail.whyOwn") },
    { links: [{ label: say("leaveMail.settings"), url: settingsUrl(appUrl) }] },
  ];
  const layout = layOutMail(subject, blocks, to.locale);
  await enqueueMail(tx, { workspaceId, kind: "credit_decided", to: to.email, subject, ...layout });
}
