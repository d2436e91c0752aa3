import type { Ctx } from "@/server/access/ctx";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import { amountIn } from "@/server/kernel/time/amount";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { findBalancePolicies, hoursPerDayIn } from "@/server/modules/leave/balances/read";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { findDecidersOf } from "@/server/modules/leave/mail/find-deciders";
import { findRecipients } from "@/server/modules/leave/mail/find-recipients";
import { settingsUrl } from "@/server/modules/leave/mail/letter";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import { enqueueMails } from "@/server/modules/messaging/outbox/enqueue";
import { type Words, wordsOf } from "@/server/words/words";
import { type CreditRow, loadAnyCredit } from "./store";

/** One level decides. */
const turn = { status: "OPEN", approvedLevel: 0 } as const;

/**
 * Mails those whose turn it is that a credit waits for them, unless they have switched such mails off: as for leave of its type, in the
 * transaction of the request.
 */
export async function writeRequestMails(tx: Ctx, employee: Employee, id: string): Promise<void> {
  const { credit, type, person } = await loadAnyCredit(tx, id);
  const kind = { leaveTypeId: credit.leaveTypeId, locationId: employee.locationId, isCancelling: true };
  const deciders = await findDecidersOf(tx, employee, kind, turn);
  const recipients = await findRecipients(
    tx,
    deciders.map((decider) => decider.ctx.actor.userId),
  );
  const hoursPerDay = await findHoursPerDay(tx, employee, credit);
  const { appUrl } = tx.services.settings;
  const { name } = person;
  const mails = deciders.flatMap(({ ctx, onBehalfOfName }) => {
    const to = recipients.get(ctx.actor.userId);
    if (!to?.wants.requests || to.userId === tx.actor.userId) return [];
    const words = wordsOf(to.locale);
    const { say } = words;
    const subject = say("creditMail.askedSubject", { name });
    const standIn: [string, string][] =
      onBehalfOfName === null ? [] : [[say("leaveMail.standInFor"), onBehalfOfName]];
    const blocks: MailBlock[] = [
      say("mail.greeting", { name: to.name }),
      say("creditMail.asked", { name }),
      {
        facts: [
          ...standIn,
          ...factsOf(words, credit, nameIn(type, to.locale), hoursPerDay),
          reasonFact(words, credit),
        ],
      },
      { label: say("leaveMail.decide"), url: `${appUrl}/dashboard/approvals` },
      {
        small: onBehalfOfName
          ? say("leaveMail.whyStandIn", { name: onBehalfOfName })
          : say("leaveMail.whyDecide"),
      },
      { links: [{ label: say("leaveMail.settings"), url: settingsUrl(appUrl) }] },
    ];
    const layout = layOutMail(subject, blocks, to.locale);
    const { workspaceId } = tx.actor;
    return [{ workspaceId, kind: "credit_request" as const, to: to.email, subject, ...layout }];
  });
  await enqueueMails(tx, mails);
}

const reasonFact = ({ say }: Words, { reason }: CreditRow): [string, string] => [
  say("leaveMail.reason"),
  reason,
];

/** The hours of a day, where the credit's type is shown in hours. */
export async function findHoursPerDay(
  ctx: Ctx,
  employee: Employee,
  { leaveTypeId }: CreditRow,
): Promise<number | null> {
  const policies = await findBalancePolicies(ctx, [employee.locationId]);
  const policy = policies.find((one) => one.leaveTypeId === leaveTypeId);
  return policy ? hoursPerDayIn(policy, employee) : null;
}

/** How much a credit is, and when it may be used. */
export const factsOf = (
  { say, date }: Words,
  { days, earnedOn, expiresOn }: CreditRow,
  typeName: string,
  hoursPerDay: number | null,
): [string, string][] => [
  [say("creditMail.credit"), say("creditMail.amount", amountIn(days, hoursPerDay))],
  [say("leaveMail.type"), typeName],
  [say("creditMail.from"), date(dayNumber(earnedOn))],
  [say("creditMail.until"), expiresOn === null ? say("creditMail.never") : date(dayNumber(expiresOn))],
];
