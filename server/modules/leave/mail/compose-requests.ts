import { asksForCertificate } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import type { MailBlock } from "@/server/kernel/mail/mail-layout";
import { amountIn } from "@/server/kernel/time/amount";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { instantOf } from "@/server/kernel/time/local-time";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { findReturned, type Returned } from "@/server/modules/leave/requests/settle-interruptions";
import { isCancelling, isChanging } from "@/server/modules/leave/requests/transitions";
import { certificateDueOf, sentenceOf } from "@/server/modules/leave/rules/policy";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import { type Word, type Words, wordsOf } from "@/server/words/words";
import type { Notice } from "./claim";
import { composeReturned } from "./compose-returned";
import { durationFact } from "./duration-fact";
import { findDeciders } from "./find-deciders";
import { findRecipients, type Recipient } from "./find-recipients";
import { type LeavePush, type Letter, type Outgoing, settingsUrl, shownOf } from "./letter";
import type { LeaveFacts } from "./read-leave-facts";
import { type RequestSummary, summarizeRequest } from "./summarize-request";

/** Maximum number of colleagues named. */
const maxNames = 10;

/**
 * To each current approver: the request with all facts that help to decide it, as far as they may see them; on their devices, that it is
 * there. Reminders are mails only.
 */
export async function composeRequests(ctx: Ctx, notice: Notice, facts: LeaveFacts): Promise<Outgoing> {
  const deciders = await findDeciders(ctx, facts);
  const recipients = await findRecipients(
    ctx,
    deciders.map((decider) => decider.ctx.actor.userId),
  );
  const returned =
    isCancelling(facts.leave) || isChanging(facts.leave)
      ? []
      : await findReturned(ctx, facts.employee, facts.leave);
  const letters: Letter[] = [];
  const pushes: LeavePush[] = [];
  for (const decider of deciders) {
    const to = recipients.get(decider.ctx.actor.userId);
    if (!to || to.userId === notice.actingUserId) continue;
    const isReminder = notice.kind === "remind";
    const byMail = to.wants[isReminder ? "reminders" : "requests"];
    const byPush = !isReminder && to.wants.pushRequests;
    if (!byMail && !byPush) continue;
    const summary = await summarizeRequest(decider.ctx, facts);
    if (!summary) continue;
    if (byMail)
      letters.push(letterTo({ ...decider, to }, notice, { ...facts, returned }, summary, appUrlOf(ctx)));
    if (byPush) pushes.push(pushTo(to, notice, facts));
  }
  return { letters, pushes };
}

function pushTo(to: Recipient, notice: Notice, facts: LeaveFacts): LeavePush {
  const { lastDay, timezone } = facts;
  return {
    kind: "push_request",
    ...{ to, title: wordsOf(to.locale).say("push.toDecide"), text: subjectOf(to, notice, facts) },
    path: "/dashboard/approvals",
    // The end of the last day on which it can be decided.
    expiresAt: instantOf(lastDay + 1, 0, 0, timezone),
  };
}

const appUrlOf = ({ services }: Ctx): string => services.settings.appUrl;

/** Why the request is mailed now. */
function occasionOf(
  { kind, previousStatus, actingUserId }: Notice,
  { leave }: LeaveFacts,
): { subject: Word; intro: Word } {
  if (isCancelling(leave) && kind === "ask")
    return { subject: "leaveMail.cancelRequestSubject", intro: "leaveMail.cancelRequestIntro" };
  if (isChanging(leave))
    return kind === "ask"
      ? { subject: "leaveMail.changeAskSubject", intro: "leaveMail.changeAskIntro" }
      : { subject: "leaveMail.reminderSubject", intro: "leaveMail.changeReminderIntro" };
  if (kind === "remind" && isCancelling(leave))
    return { subject: "leaveMail.reminderSubject", intro: "leaveMail.cancelReminderIntro" };
  if (kind === "remind") return { subject: "leaveMail.reminderSubject", intro: "leaveMail.reminderIntro" };
  if (previousStatus !== null && actingUserId === leave.userId)
    return { subject: "leaveMail.changedRequestSubject", intro: "leaveMail.changedRequestIntro" };
  return {
    subject: "leaveMail.requestSubject",
    intro: leave.approvedLevel > 0 ? "leaveMail.liftedIntro" : "leaveMail.requestIntro",
  };
}

function subjectOf(to: Recipient, notice: Notice, facts: LeaveFacts): string {
  const { say, when } = wordsOf(to.locale);
  return say(occasionOf(notice, facts).subject, { name: facts.ownerName, when: when(facts.period) });
}

/** A leave to decide, and the days of other leave that come back once it is approved. */
type RequestedLeave = LeaveFacts & { returned: readonly Returned[] };

function letterTo(
  { to, onBehalfOfName }: { to: Recipient; onBehalfOfName: string | null },
  notice: Notice,
  facts: RequestedLeave,
  summary: RequestSummary,
  appUrl: string,
): Letter {
  const words = wordsOf(to.locale);
  const { intro } = occasionOf(notice, facts);
  const { ownerName: name, leave } = facts;
  const { version } = leave;
  return {
    kind: notice.kind === "remind" ? "leave_reminder" : "leave_request",
    to,
    subject: subjectOf(to, notice, facts),
    link: { version, reminderDays: notice.reminderDays, shown: shownOf(leave) },
    blocks: (link): MailBlock[] => [
      words.say("mail.greeting", { name: to.name }),
      words.say(intro, { name, date: words.date(facts.lastDay) }),
      { facts: [...standInFacts(words, onBehalfOfName), ...factsOf(words, facts, summary)] },
      { label: words.say("leaveMail.decide"), url: link },
      { small: words.say("leaveMail.linkNote") },
      {
        small: onBehalfOfName
          ? words.say("leaveMail.whyStandIn", { name: onBehalfOfName })
          : words.say("leaveMail.whyDecide"),
      },
      { links: [{ label: words.say("leaveMail.settings"), url: settingsUrl(appUrl) }] },
    ],
  };
}

const standInFacts = ({ say }: Words, name: string | null): [string, string][] =>
  name === null ? [] : [[say("leaveMail.standInFor"), name]];

function factsOf(
  words: Words,
  { period, approved, leave, hours, hoursPerDay, dayHours, type, returned }: RequestedLeave,
  { seen, balance, away, rules }: RequestSummary,
): [string, string][] {
  const { say } = words;
  const broken = rules.filter(({ rule }) => !asksForCertificate(rule.kind));
  const dueOn = certificateDueOf(rules);
  // Of a cancellation the days come back, and who else is away says nothing.
  const isCancel = isCancelling(leave);
  const reason = isCancel ? leave.cancelReason : seen.reason;
  const left = (isCancel ? null : balance)?.map(({ after, until }) =>
    words.say("leaveMail.daysLeft", {
      ...amountIn(toDays(after), hoursPerDay, dayHours),
      date: words.date(until),
    }),
  );
  return [
    [say("leaveMail.when"), words.when(period)],
    ...(approved ? [[say("leaveMail.until"), words.when(approved)] satisfies [string, string]] : []),
    durationFact(words, leave, hours, dayHours),
    [say("leaveMail.type"), nameIn(type, words.locale)],
    ...composeReturned(words, returned),
    ...(reason === null ? [] : [[say("leaveMail.reason"), reason] satisfies [string, string]]),
    ...(left ? [[say("leaveMail.balance"), left.join("\n")] satisfies [string, string]] : []),
    ...(isCancel ? [] : [[say("leaveMail.away"), awayText(words, away)] satisfies [string, string]]),
    ...(broken.length === 0
      ? []
      : [[say("leaveMail.rules"), rulesText(words, broken)] satisfies [string, string]]),
    ...(dueOn === null
      ? []
      : [
          [
            say("leaveMail.certificateTitle"),
            say("leaveMail.certificateBy", { date: words.date(dayNumber(dueOn)) }),
          ] satisfies [string, string],
        ]),
  ];
}

/** The rules that a request breaks, and the days on which it does. */
const rulesText = (words: Words, rules: RequestSummary["rules"]): string =>
  rules
    .map(({ rule, effect, days }) => {
      const word = effect === "BLOCK" ? "leaveMail.ruleBlocks" : "leaveMail.ruleWarns";
      const said = words.say(word, { name: rule.name, sentence: sentenceOf(rule, words) });
      return days.length === 0 ? said : `${said} (${words.days(days)})`;
    })
    .join("\n");

function awayText(words: Words, away: RequestSummary["away"]): string {
  if (away.length === 0) return words.say("leaveMail.noColleagueAway");
  const named = away.slice(0, maxNames).map(({ name, days }) => `${name} (${words.days(days)})`);
  const rest = away.length - named.length;
  return [...named, ...(rest > 0 ? [words.say("leaveMail.more", { count: rest })] : [])].join("\n");
}
