import type { Ctx } from "@/server/access/ctx";
import type { MailBlock } from "@/server/kernel/mail/mail-layout";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { levelsOf, othersOf } from "@/server/modules/leave/requests/approvers";
import { findChain, kindOf } from "@/server/modules/leave/requests/find-approvers";
import { deciderOf } from "@/server/modules/leave/requests/standing";
import { isCancelling, turnOf } from "@/server/modules/leave/requests/transitions";
import { wordsOf } from "@/server/words/words";
import { findAdministrators } from "./find-deciders";
import { findRecipients } from "./find-recipients";
import { type Letter, settingsUrl } from "./letter";
import type { LeaveFacts } from "./read-leave-facts";

/**
 * To the administrators, once per request: all approvers are absent on the last day on which it can be decided, and they have no stand-in
 * (decision 12.7). When a department has no other approver at all, the request itself goes to others.
 */
export async function composeUnattended(ctx: Ctx, facts: LeaveFacts): Promise<Letter[]> {
  const { unattendedAt, cancelAskedAt, changeAskedAt } = facts.leave;
  const openedAt = cancelAskedAt ?? changeAskedAt ?? facts.leave.openedAt;
  if (unattendedAt !== null && (openedAt === null || unattendedAt >= openedAt)) return [];
  if (!(await isUnattended(ctx, facts))) return [];
  const { appUrl } = ctx.services.settings;
  const recipients = await findRecipients(ctx, await findAdministrators(ctx));
  return [...recipients.values()]
    .filter(({ userId, wants }) => userId !== facts.employee.id && wants.requests)
    .map((to) => {
      const { say, when, date } = wordsOf(to.locale);
      const name = facts.ownerName;
      return {
        kind: "leave_unattended",
        to,
        subject: say("leaveMail.unattendedSubject", { name, when: when(facts.period) }),
        blocks: (): MailBlock[] => [
          say("mail.greeting", { name: to.name }),
          say("leaveMail.unattendedIntro", { name, date: date(facts.lastDay) }),
          { facts: [[say("leaveMail.when"), when(facts.period)]] },
          { label: say("leaveMail.openApprovals"), url: `${appUrl}/dashboard/approvals` },
          { small: say("mail.whyAdministrator") },
          { links: [{ label: say("leaveMail.settings"), url: settingsUrl(appUrl) }] },
        ],
      };
    });
}

async function isUnattended(ctx: Ctx, { leave, employee, lastDay }: LeaveFacts): Promise<boolean> {
  const { approvers, ...chain } = await findChain(ctx, employee.id, kindOf(leave));
  const levels = levelsOf(deciderOf(ctx, employee, { ...chain, approvers }));
  const level = turnOf(leave).approvedLevel === 0 || isCancelling(leave) ? 1 : 2;
  const onTurn = othersOf({ ownerId: employee.id, approvers }).filter(
    (one) => one.userId !== employee.id && (levels === 1 || one.level === level),
  );
  const isAway = ({ awayUntil }: { awayUntil: string | null }) =>
    awayUntil !== null && dayNumber(awayUntil) >= lastDay;
  return onTurn.length > 0 && onTurn.every(isAway);
}
