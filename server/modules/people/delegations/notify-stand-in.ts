import type { Ctx } from "@/server/access/ctx";
import { layOutMail } from "@/server/kernel/mail/mail-layout";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { findRecipients } from "@/server/modules/leave/mail/find-recipients";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { wordsOf } from "@/server/words/words";
import type { DelegationRow } from "./store";

/** Mails a stand-in about the approver and the dates; notifies no one of their own action. @param tx inside a transaction */
export async function notifyStandIn(tx: Ctx, row: DelegationRow): Promise<void> {
  const { standInId, userName: name, startDate, endDate, departmentName } = row;
  const to = (await findRecipients(tx, [standInId])).get(standInId);
  if (!to || standInId === tx.actor.userId) return;
  const { say, when } = wordsOf(to.locale);
  const time = when({ start: dayNumber(startDate), end: dayNumber(endDate), minutes: null });
  const subject = say("standIn.subject", { name, when: time });
  const { appUrl } = tx.services.settings;
  await enqueueMail(tx, {
    ...{ workspaceId: tx.actor.workspaceId, kind: "stand_in_named", to: to.email, subject },
    ...layOutMail(
      subject,
      [
        say("mail.greeting", { name: to.name }),
        say("standIn.intro", { name }),
        {
          facts: [
            [say("standIn.time"), time],
            [say("standIn.department"), departmentName ?? say("standIn.allDepartments", { name })],
          ],
        },
        { label: say("standIn.open"), url: `${appUrl}/dashboard/settings/stand-ins` },
        { small: say("standIn.why") },
      ],
      to.locale,
    ),
  });
}
