import { carryNotices } from "@/drizzle/schema/carry-notices";
import type { Ctx } from "@/server/access/ctx";
import { groupBy } from "@/server/kernel/group-by";
import { newId } from "@/server/kernel/ids";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import { amountIn } from "@/server/kernel/time/amount";
import { dayText } from "@/server/kernel/time/calendar-date";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { findRecipients, type Recipient } from "@/server/modules/leave/mail/find-recipients";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import { enqueueMails, type OutgoingMail } from "@/server/modules/messaging/outbox/enqueue";
import { wordsOf } from "@/server/words/words";
import type { FoundLapse } from "./find-lapses";

/** Days that lapse, of which the person is to be notified. */
export type DueLapse = FoundLapse & {
  /** Which of the three notices; null for one that someone sends by hand. */
  stage: number | null;
};

/** By what a notice is kept once a stage. */
export const noticeKey = (of: { userId: string; leaveTypeId: string; lapsesOn: string }): string =>
  `${of.userId} ${of.leaveTypeId} ${of.lapsesOn}`;

export const keyOfLapse = ({ employee, leaveTypeId, day }: FoundLapse): string =>
  noticeKey({ userId: employee.id, leaveTypeId, lapsesOn: dayText(day) });

/**
 * Notifies people of days that lapse, each in one mail, and keeps the proof, in the transaction of `tx`. A stage that was sent before is
 * left out, and by hand what was sent by hand today: two at once send it once. These mails have no switch.
 * @returns the number of mails
 */
export async function writeNotices(tx: Ctx, due: readonly DueLapse[]): Promise<number> {
  if (due.length === 0) return 0;
  const recipients = await findRecipients(tx, [...new Set(due.map(({ employee }) => employee.id))]);
  const byPerson = groupBy(due, ({ employee }) => employee.id);
  const composed = [...recipients.values()].map((to) => {
    const lapses = byPerson.get(to.userId) ?? [];
    return { to, lapses, mail: mailTo(tx, to, lapses) };
  });
  const { workspaceId, userId: sentById } = tx.actor;
  const rows = composed.flatMap(({ to, lapses, mail }) =>
    lapses.map(({ employee, leaveTypeId, day, amount, stage }) => ({
      ...{
        workspaceId,
        id: newId(),
        userId: to.userId,
        leaveTypeId,
        lapsesOn: dayText(day),
        days: toDays(amount),
      },
      ...{
        stage,
        recipient: to.email,
        subject: mail.subject,
        text: mail.text,
        sentById,
        sentOn: stage === null ? dayText(employee.today) : null,
        createdAt: tx.now(),
      },
    })),
  );
  // They are no longer active.
  if (rows.length === 0) return 0;
  const { userId, leaveTypeId, lapsesOn } = carryNotices;
  const written = await tx.db
    .insert(carryNotices)
    .values(rows)
    .onConflictDoNothing()
    .returning({ userId, leaveTypeId, lapsesOn });
  const kept = new Set(written.map(noticeKey));
  const mails = composed.filter(({ lapses }) => lapses.some((lapse) => kept.has(keyOfLapse(lapse))));
  await enqueueMails(
    tx,
    mails.map(({ mail }) => mail),
  );
  return mails.length;
}

function mailTo(
  { actor, services }: Ctx,
  to: Recipient,
  lapses: readonly DueLapse[],
): OutgoingMail & { text: string } {
  const { say, date } = wordsOf(to.locale);
  const { appUrl } = services.settings;
  const first = Math.min(...lapses.map(({ day }) => day));
  const subject = say("leaveMail.lapseSubject", { date: date(first) });
  const blocks: MailBlock[] = [
    say("mail.greeting", { name: to.name }),
    say("leaveMail.lapse"),
    {
      facts: lapses
        .toSorted((a, b) => a.day - b.day)
        .map(({ policy, day, amount, hoursPerDay, dayHours }): [string, string] => [
          nameIn(policy, to.locale),
          say("leaveMail.lapseDays", { ...amountIn(toDays(amount), hoursPerDay, dayHours), date: date(day) }),
        ]),
    },
    say("leaveMail.lapseHow"),
    { label: say("leaveMail.lapseAsk"), url: `${appUrl}/dashboard/request` },
    { small: say("leaveMail.whyLapse") },
  ];
  return {
    ...{ workspaceId: actor.workspaceId, kind: "leave_lapses", to: to.email, subject },
    ...layOutMail(subject, blocks, to.locale),
  };
}
