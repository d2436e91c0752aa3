import type { MailKind } from "@/drizzle/schema/values";
import type { Settings } from "@/server/kernel/env";
import type { MailBlock } from "@/server/kernel/mail/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import { periodOf } from "@/server/modules/leave/calendars/period";
import type { Period } from "@/server/modules/leave/calendars/working-days";
import type { RuleMark } from "@/server/modules/leave/rules/find-marks";
import { sentenceOf } from "@/server/modules/leave/rules/policy";
import { type Word, type Words, wordsOf } from "@/server/words/words";
import type { Notice } from "./claim";
import { composeReturned } from "./compose-returned";
import { durationFact } from "./duration-fact";
import { invitationOf } from "./invitation";
import { type Letter, settingsUrl } from "./letter";
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

/**
 * To the leave's owner: a decision, another user's change, or the expiry. Empty when they have switched it off, and when the leave has
 * changed again.
 */
export function composeOutcome(
  settings: Pick<Settings, "appUrl" | "emailFrom">,
  notice: Notice,
  { leaves, recipients, names, marks }: Outcomes,
): Letter[] {
  const found = leaves.get(notice.leaveId);
  if (!found || isOvertaken(notice, found)) return [];
  const { leave } = found;
  const outcome = outcomeOf(notice, leave);
  const to = recipients.get(leave.userId);
  if (!to || (outcome.canBeSwitchedOff && !to.wants.changes)) return [];
  const words = wordsOf(to.locale);
  const period = periodOf(leave);
  const { appUrl } = settings;
  return [
    {
      kind: outcome.kind,
      to,
      // Without mails about changes, the calendar entry would become stale.
      ...(to.wants.changes && { calendar: invitationOf(settings, notice, found, to) }),
      subject: words.say(outcome.subject, { when: words.when(period) }),
      blocks: (): MailBlock[] => [
        words.say("mail.greeting", { name: to.name }),
        notice.actingUserId === leave.userId && leave.companyLeaveId === null
          ? words.say(notice.kind === "end" ? "leaveMail.ownEnd" : "leaveMail.ownChange")
          : words.say(outcome.intro, {
              name: nameOf(words, notice, leave, names),
              leave: leave.reason ?? "",
            }),
        { facts: [...factsOf(words, found, period), ...ruleFacts(words, marks.get(leave.id) ?? [])] },
        leave.status === "DELETED"
          ? { label: words.say("leaveMail.openLeaves"), url: `${appUrl}/dashboard/leaves` }
          : {
              label: words.say("leaveMail.openLeave"),
              url: `${appUrl}/dashboard/leaves/${encodeId("leave", leave.id)}`,
            },
        { small: words.say("leaveMail.whyOwn") },
        { links: [{ label: words.say("leaveMail.settings"), url: settingsUrl(appUrl) }] },
      ],
    },
  ];
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
  { leave, hours, typeName, returned }: OutcomeLeave,
  period: Period,
): [string, string][] => [
  [words.say("leaveMail.when"), words.when(period)],
  durationFact(words, leave, hours),
  [words.say("leaveMail.type"), typeName],
  ...composeReturned(words, returned),
  ...(leave.statusReason === null
    ? []
    : [[words.say("leaveMail.reason"), leave.statusReason] satisfies [string, string]]),
];
