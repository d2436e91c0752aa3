import { isEffective } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import type { MailBlock } from "@/server/kernel/mail/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { findCertificate } from "@/server/modules/leave/certificates/find-certificate";
import { wordsOf } from "@/server/words/words";
import type { Notice } from "./claim";
import { findRecipients } from "./find-recipients";
import { type Letter, settingsUrl } from "./letter";
import { readLeaveFacts } from "./read-leave-facts";

/** To the person on leave: a certificate is asked for, or due today. Empty once it was received, or is asked for no more. */
export async function composeCertificate(ctx: Ctx, { kind, leaveId }: Notice): Promise<Letter[]> {
  const [facts, certificate] = await Promise.all([
    readLeaveFacts(ctx, leaveId),
    findCertificate(ctx, leaveId),
  ]);
  if (!facts || !certificate || certificate.receivedAt !== null || !isEffective(facts.leave.status))
    return [];
  const dueDay = dayNumber(certificate.dueOn);
  const isDue = kind === "certificateDue";
  if (isDue && facts.employee.today < dueDay) return [];
  const to = (await findRecipients(ctx, [certificate.userId])).get(certificate.userId);
  if (!to) return [];
  const { say, when, date } = wordsOf(to.locale);
  const { appUrl } = ctx.services.settings;
  const isOver = facts.employee.today > dueDay;
  return [
    {
      kind: "leave_certificate",
      to,
      subject: say(isDue ? "leaveMail.certificateDueSubject" : "leaveMail.certificateSubject", {
        date: date(dueDay),
      }),
      blocks: (): MailBlock[] => [
        say("mail.greeting", { name: to.name }),
        isDue
          ? say(isOver ? "leaveMail.certificateOverdue" : "leaveMail.certificateDue", { date: date(dueDay) })
          : say("leaveMail.certificate", { date: date(dueDay) }),
        { facts: [[say("leaveMail.when"), when(facts.period)]] },
        {
          label: say("leaveMail.addFile"),
          url: `${appUrl}/dashboard/leaves/${encodeId("leave", leaveId)}`,
        },
        { small: say("leaveMail.certificateWho") },
        { small: say("leaveMail.whyOwn") },
        { links: [{ label: say("leaveMail.settings"), url: settingsUrl(appUrl) }] },
      ],
    },
  ];
}
