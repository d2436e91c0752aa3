import type { Ctx } from "@/server/access/ctx";
import type { MailBlock } from "@/server/kernel/mail-layout";
import { toDays } from "@/server/modules/work-calendar/working-days";
import type { Notice } from "./claim";
import { findDeciders } from "./find-deciders";
import { findRecipients, type Recipient } from "./find-recipients";
import { type Letter, settingsUrl, shownOf } from "./letter";
import { type Phrases, type PlainWord, phrasesOf } from "./phrases";
import type { LeaveFacts } from "./read-leave-facts";
import { type RequestSummary, summarizeRequest } from "./summarize-request";

/** Maximum number of colleagues named. */
const maxNames = 10;

/** To each current approver: the request with all facts that help to decide it, as far as they may see them. */
export async function composeRequests(ctx: Ctx, notice: Notice, facts: LeaveFacts): Promise<Letter[]> {
  const deciders = await findDeciders(ctx, facts);
  const recipients = await findRecipients(
    ctx,
    deciders.map((decider) => decider.ctx.actor.userId),
  );
  const letters: Letter[] = [];
  for (const decider of deciders) {
    const to = recipients.get(decider.ctx.actor.userId);
    if (!to || to.userId === notice.actingUserId) continue;
    if (!to.wants[notice.kind === "remind" ? "reminders" : "requests"]) continue;
    const summary = await summarizeRequest(decider.ctx, facts);
    if (summary) letters.push(letterTo({ ...decider, to }, notice, facts, summary, appUrlOf(ctx)));
  }
  return letters;
}

const appUrlOf = ({ services }: Ctx): string => services.settings.appUrl;

/** Why the request is mailed now. */
function occasionOf(
  { kind, previousStatus, actingUserId }: Notice,
  { leave }: LeaveFacts,
): { subject: PlainWord; intro: PlainWord } {
  if (kind === "remind") return { subject: "reminderSubject", intro: "reminderIntro" };
  if (previousStatus !== null && actingUserId === leave.userId)
    return { subject: "changedRequestSubject", intro: "changedRequestIntro" };
  return { subject: "requestSubject", intro: leave.approvedLevel > 0 ? "liftedIntro" : "requestIntro" };
}

function letterTo(
  { to, onBehalfOfName }: { to: Recipient; onBehalfOfName: string | null },
  notice: Notice,
  facts: LeaveFacts,
  summary: RequestSummary,
  appUrl: string,
): Letter {
  const phrases = phrasesOf(to.locale);
  const { subject, intro } = occasionOf(notice, facts);
  const { ownerName: name, leave } = facts;
  const { version } = leave;
  return {
    kind: notice.kind === "remind" ? "leave_reminder" : "leave_request",
    to,
    subject: phrases.say(subject, { name, when: phrases.when(facts.period) }),
    link: { version, reminderDays: notice.reminderDays, shown: shownOf(leave) },
    blocks: (link): MailBlock[] => [
      phrases.say("greeting", { name: to.name }),
      phrases.say(intro, { name, date: phrases.date(facts.lastDay) }),
      { facts: [...standInFacts(phrases, onBehalfOfName), ...factsOf(phrases, facts, summary)] },
      { label: phrases.say("decide"), url: link },
      { small: phrases.say("linkNote") },
      {
        small: onBehalfOfName
          ? phrases.say("whyStandIn", { name: onBehalfOfName })
          : phrases.say("whyDecide"),
      },
      { links: [{ label: phrases.say("settings"), url: settingsUrl(appUrl) }] },
    ],
  };
}

const standInFacts = ({ say }: Phrases, name: string | null): [string, string][] =>
  name === null ? [] : [[say("standInFor"), name]];

function factsOf(
  phrases: Phrases,
  { period, leave, typeName }: LeaveFacts,
  { seen, balance, away }: RequestSummary,
): [string, string][] {
  const { say } = phrases;
  const left = balance?.map(({ after, until }) =>
    phrases.count("daysLeft", toDays(after), { date: phrases.date(until) }),
  );
  return [
    [say("when"), phrases.when(period)],
    [say("days"), phrases.number(leave.durationWorkingDays)],
    [say("type"), typeName],
    ...(seen.reason === null ? [] : [[say("reason"), seen.reason] satisfies [string, string]]),
    ...(left ? [[say("balance"), left.join("\n")] satisfies [string, string]] : []),
    [say("away"), awayText(phrases, away)],
  ];
}

function awayText(phrases: Phrases, away: RequestSummary["away"]): string {
  if (away.length === 0) return phrases.say("noColleagueAway");
  const named = away.slice(0, maxNames).map(({ name, days }) => `${name} (${phrases.days(days)})`);
  const rest = away.length - named.length;
  return [...named, ...(rest > 0 ? [phrases.count("more", rest)] : [])].join("\n");
}
