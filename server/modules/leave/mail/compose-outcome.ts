import type { MailKind } from "@/drizzle/schema/values";
import type { Settings } from "@/server/kernel/env";
import type { MailBlock } from "@/server/kernel/mail/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import { periodOf } from "@/server/modules/leave/calendars/period";
import type { Period } from "@/server/modules/leave/calendars/working-days";
import type { RuleMark } from "@/server/modules/leave/rules/find-marks";
import { sentenceOf } from "@/server/modules/leave/rules/policy";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import { type Word, type Words, wordsOf } from "@/server/words/words";
import type { Notice } from "./claim";
import { composeReturned } from "./compose-returned";
import { durationFact } from "./duration-fact";
import type { Recipient } from "./find-recipients";
import { invitationOf } from "./invitation";
import { type LeavePush, type Letter, type Outgoing, settingsUrl } from "./letter";
import type { OutcomeLeave, Outcomes } from "./read-outcomes";

interface Outcome {
  kind: MailKind;
  subject: Word;
  intro: Word;
  /** Decisions on the employee's own leave are always mailed. */
  canBeSwitchedOff: boolean;
}

const changeOf = (subject: Word, intro: Word): Outcome => ({
  kind: "leave_changed",
  subject,
  intro,
  canBeSwitchedOff: true,
});
const decisionOf = (subject: Word, intro: Word): Outcome => ({
  kind: "leave_decided",
  subject,
  intro,
  canBeSwitchedOff: false,
});

/** The outcome for the leave's owner. */
function outcomeOf(
  { kind, status, previousStatus, actingUserId }: Notice,
  leave: OutcomeLeave["leave"],
): Outcome {
  if (kind === "end") return changeOf("leaveMail.endedSubject", "leaveMail.ended");
  if (kind === "consent") return decisionOf("leaveMail.cancelledSubject", "leaveMail.consented");
  if (kind === "agreeChange") return decisionOf("leaveMail.changedSubject", "leaveMail.changeAgreed");
  if (kind === "keepTime")
    return decisionOf(
      "leaveMail.unchangedSubject",
      actingUserId === null ? "leaveMail.changeLapsed" : "leaveMail.changeRefused",
    );
  if (kind === "keep")
    return decisionOf(
      "leaveMail.keptSubject",
      actingUserId === null ? "leaveMail.lapsed" : "leaveMail.refused",
    );
  switch (status) {
    case "APPROVED":
      if (previousStatus === null && leave.companyLeaveId !== null)
        return changeOf("leaveMail.companySubject", "leaveMail.company");
      if (previousStatus === null) return changeOf("leaveMail.addedSubject", "leaveMail.added");
      return previousStatus === "OPEN"
        ? decisionOf("leaveMail.approvedSubject", "leaveMail.approved")
        : changeOf("leaveMail.changedSubject", "leaveMail.changed");
    case "DENIED":
      return decisionOf("leaveMail.deniedSubject", "leaveMail.denied");
    case "EXPIRED":
      return { ...decisionOf("leaveMail.expiredSubject", "leaveMail.expired"), kind: "leave_expired" };
    case "CANCELLED":
      return changeOf("leaveMail.cancelledSubject", "leaveMail.cancelled");
    case "DELETED":
      return changeOf("leaveMail.deletedSubject", "leaveMail.deleted");
    case "OPEN":
      return changeOf("leaveMail.changedSubject", "leaveMail.changed");
  }
}

/** A later notice covers it; but leave that was approved and no longer is leaves the calendar only with this one. */
const isOvertaken = ({ status, previousStatus }: Notice, { leave }: OutcomeLeave): boolean =>
  leave.status !== status && (previousStatus !== "APPROVED" || leave.status === "APPROVED");

const nothing: Outgoing = { letters: [], pushes: [] };

/**
 * To the leave's owner: a decision, another user's change, or the expiry. Empty when they have switched it off, and when the leave has
 * changed again.
 */
export function composeOutcome(
  settings: Pick<Settings, "appUrl" | "emailFrom">,
  notice: Notice,
  outcomes: Outcomes,
): Outgoing {
  const found = outcomes.leaves.get(notice.leaveId);
  if (!found || isOvertaken(notice, found)) return nothing;
  const outcome = outcomeOf(notice, found.leave);
  const to = outcomes.recipients.get(found.leave.userId);
  if (!to) return nothing;
  const byMail = !outcome.canBeSwitchedOff || to.wants.changes;
  const byPush = to.wants.pushDecisions && isByAnother(notice, found);
  return {
    letters: byMail ? [letterOf(settings, notice, { found, outcome, to, outcomes })] : [],
    pushes: byPush ? [pushOf(outcome, found, to)] : [],
  };
}

/** What the person did themselves is no news to them; company leave is announced to everyone at once, and no device needs that twice. */
const isByAnother = ({ kind, actingUserId }: Notice, { leave }: OutcomeLeave): boolean =>
  actingUserId !== leave.userId && !(kind === "tell" && leave.companyLeaveId !== null);

const subjectOf = ({ say, when }: Words, { subject }: Outcome, { leave }: OutcomeLeave): string =>
  say(subject, { when: when(periodOf(leave)) });

/** A path of the app. */
const pageOf = ({ status, id }: OutcomeLeave["leave"]): string =>
  status === "DELETED" ? "/dashboard/leaves" : `/dashboard/leaves/${encodeId("leave", id)}`;

function pushOf(outcome: Outcome, found: OutcomeLeave, to: Recipient): LeavePush {
  const words = wordsOf(to.locale);
  const title = words.say("push.yourLeave");
  return {
    kind: "push_decided",
    ...{ to, title, text: subjectOf(words, outcome, found), path: pageOf(found.leave) },
  };
}

interface Addressed {
  found: OutcomeLeave;
  outcome: Outcome;
  to: Recipient;
  outcomes: Pick<Outcomes, "names" | "marks">;
}

function letterOf(
  settings: Pick<Settings, "appUrl" | "emailFrom">,
  notice: Notice,
  { found, outcome, to, outcomes: { names, marks } }: Addressed,
): Letter {
  const { leave } = found;
  const words = wordsOf(to.locale);
  const { appUrl } = settings;
  return {
    kind: outcome.kind,
    to,
    // Without mails about changes, the calendar entry would become stale.
    ...(to.wants.changes && { calendar: invitationOf(settings, notice, found, to) }),
    subject: subjectOf(words, outcome, found),
    blocks: (): MailBlock[] => [
      words.say("mail.greeting", { name: to.name }),
      notice.actingUserId === leave.userId && leave.companyLeaveId === null
        ? words.say(notice.kind === "end" ? "leaveMail.ownEnd" : "leaveMail.ownChange")
        : words.say(outcome.intro, {
            name: nameOf(words, notice, leave, names),
            leave: leave.reason ?? "",
          }),
      {
        facts: [...factsOf(words, found, periodOf(leave)), ...ruleFacts(words, marks.get(leave.id) ?? [])],
      },
      {
        label: words.say(leave.status === "DELETED" ? "leaveMail.openLeaves" : "leaveMail.openLeave"),
        url: `${appUrl}${pageOf(leave)}`,
      },
      { small: words.say("leaveMail.whyOwn") },
      { links: [{ label: words.say("leaveMail.settings"), url: settingsUrl(appUrl) }] },
    ],
  };
}

/** What someone went ahead in spite of, and why. Warnings were shown when the leave was asked for. */
function ruleFacts(words: Words, marks: readonly RuleMark[]): [string, string][] {
  const overridden = marks.flatMap((mark) =>
    mark.overrideReason === null
      ? []
      : words.say("leaveMail.ruleOverridden", {
          name: mark.name,
          sentence: sentenceOf(mark, words),
          by: mark.overriddenByName ?? words.say("mail.someone"),
          reason: mark.overrideReason,
        }),
  );
  return overridden.length === 0 ? [] : [[words.say("leaveMail.rules"), overridden.join("\n")]];
}

/** The name of the acting user, and of the approver they stood in for. */
function nameOf(
  { say }: Words,
  { actingUserId }: Notice,
  { approverId, standsInForId }: OutcomeLeave["leave"],
  names: Outcomes["names"],
): string {
  const name = actingUserId === null ? undefined : names.get(actingUserId);
  if (name === undefined) return say("mail.someone");
  const approver =
    approverId === actingUserId && standsInForId !== null ? names.get(standsInForId) : undefined;
  return approver === undefined ? name : say("leaveMail.standingIn", { name, approver });
}

const factsOf = (
  words: Words,
  { leave, hours, type, returned }: OutcomeLeave,
  period: Period,
): [string, string][] => [
  [words.say("leaveMail.when"), words.when(period)],
  durationFact(words, leave, hours),
  [words.say("leaveMail.type"), nameIn(type, words.locale)],
  ...composeReturned(words, returned),
  ...(leave.statusReason === null
    ? []
    : [[words.say("leaveMail.reason"), leave.statusReason] satisfies [string, string]]),
];
