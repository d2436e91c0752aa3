import type { Ctx } from "@/server/access/ctx";
import { dayNumber } from "@/server/kernel/calendar-date";
import { layOutMail } from "@/server/kernel/mail-layout";
import { findRecipients } from "@/server/modules/leave-mail/find-recipients";
import { phrasesOf } from "@/server/modules/leave-mail/phrases";
import { enqueueMail } from "@/server/modules/mails/enqueue";
import type { DelegationRow } from "./store";

/** Mails a stand-in about the approver and the dates; notifies no one of their own action. @param tx inside a transaction */
export async function notifyStandIn(tx: Ctx, row: DelegationRow): Promise<void> {
  const { standInId, userName: name, startDate, endDate, departmentName } = row;
  const to = (await findRecipients(tx, [standInId])).get(standInId);
  if (!to || standInId === tx.actor.userId) return;
  const { say, when } = phrasesOf(to.locale);
  const time = when({ start: dayNumber(startDate), end: dayNumber(endDate), minutes: null });
  const subject = say("namedSubject", { name, when: time });
  const { appUrl } = tx.services.settings;
  await enqueueMail(tx, {
    ...{ workspaceId: tx.actor.workspaceId, kind: "stand_in_named", to: to.email, subject },
    ...layOutMail(
      subject,
      [
        say("greeting", { name: to.name }),
        say("namedIntro", { name }),
        {
          facts: [
            [say("namedFrom"), time],
            [say("department"), departmentName ?? say("allDepartments", { name })],
          ],
        },
        { label: say("openStandIns"), url: `${appUrl}/dashboard/settings/stand-ins` },
        { small: say("whyNamed") },
      ],
      to.locale,
    ),
  });
}
