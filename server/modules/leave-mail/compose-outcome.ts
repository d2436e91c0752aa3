import type { MailKind } from "@/drizzle/schema/values";
import type { Settings } from "@/server/kernel/env";
import type { MailBlock } from "@/server/kernel/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import { periodOf } from "@/server/modules/leaves/period";
import type { Period } from "@/server/modules/work-calendar/working-days";
import type { Notice } from "./claim";
import { invitationOf } from "./invitation";
import { type Letter, settingsUrl } from "./letter";
import { type Phrases, type PlainWord, phrasesOf } from "./phrases";
import type { OutcomeLeave, Outcomes } from "./read-outcomes";

interface Outcome {
  kind: MailKind;
  subject: PlainWord;
  intro: PlainWord;
  /** What was decided on one's own leave is always told. */
  canBeSwitchedOff: boolean;
}

const changeOf = (subject: PlainWord, intro: PlainWord): Outcome => ({
  kind: "leave_changed",
  subject,
  intro,
  canBeSwitchedOff: true,
});
const decisionOf = (subject: PlainWord, intro: PlainWord): Outcome => ({
  kind: "leave_decided",
  subject,
  intro,
  canBeSwitchedOff: false,
});

/** What has happened to somebody's leave. */
function outcomeOf({ status, previousStatus }: Notice): Outcome {
  switch (status) {
    case "APPROVED":
      if (previousStatus === null) return changeOf("addedSubject", "added");
      return previousStatus === "OPEN"
        ? decisionOf("approvedSubject", "approved")
        : changeOf("changedSubject", "changed");
    case "DENIED":
      return decisionOf("deniedSubject", "denied");
    case "EXPIRED":
      return { ...decisionOf("expiredSubject", "expired"), kind: "leave_expired" };
    case "CANCELLED":
      return changeOf("cancelledSubject", "cancelled");
    case "DELETED":
      return changeOf("deletedSubject", "deleted");
    case "OPEN":
      return changeOf("changedSubject", "changed");
  }
}

/** A later notice tells of it; but what was approved and is no more leaves the calendar only with this one. */
const isOvertaken = ({ status, previousStatus }: Notice, { leave }: OutcomeLeave): boolean =>
  leave.status !== status && (previousStatus !== "APPROVED" || leave.status === "APPROVED");

/**
 * To the person on leave: what was decided, what somebody else changed, or that it expired. Empty when they do not want to know, and when
 * the leave has changed again.
 */
export function composeOutcome(
  settings: Pick<Settings, "appUrl" | "emailFrom">,
  notice: Notice,
  { leaves, recipients, names }: Outcomes,
): Letter[] {
  const told = leaves.get(notice.leaveId);
  if (!told || isOvertaken(notice, told)) return [];
  const { leave } = told;
  const outcome = outcomeOf(notice);
  const to = recipients.get(leave.userId);
  if (!to || (outcome.canBeSwitchedOff && !to.wants.changes)) return [];
  const phrases = phrasesOf(to.locale);
  const period = periodOf(leave);
  const { appUrl } = settings;
  return [
    {
      kind: outcome.kind,
      to,
      // Who does not hear of changes would have a calendar that lags behind them.
      ...(to.wants.changes && { calendar: invitationOf(settings, notice, told, to) }),
      subject: phrases.say(outcome.subject, { when: phrases.when(period) }),
      blocks: (): MailBlock[] => [
        phrases.say("greeting", { name: to.name }),
        notice.actingUserId === leave.userId
          ? phrases.say("ownChange")
          : phrases.say(outcome.intro, { name: nameOf(phrases, notice, leave, names) }),
        { facts: factsOf(phrases, told, period) },
        leave.status === "DELETED"
          ? { label: phrases.say("openLeaves"), url: `${appUrl}/dashboard/leaves` }
          : {
              label: phrases.say("openLeave"),
              url: `${appUrl}/dashboard/leaves/${encodeId("leave", leave.id)}`,
            },
        { small: phrases.say("whyOwn") },
        { links: [{ label: phrases.say("settings"), url: settingsUrl(appUrl) }] },
      ],
    },
  ];
}

/** What somebody is called who did it, and for whom they decided as a stand-in. */
function nameOf(
  { say }: Phrases,
  { actingUserId }: Notice,
  { approverId, standsInForId }: OutcomeLeave["leave"],
  names: Outcomes["names"],
): string {
  const name = actingUserId === null ? undefined : names.get(actingUserId);
  if (name === undefined) return say("someone");
  const approver =
    approverId === actingUserId && standsInForId !== null ? names.get(standsInForId) : undefined;
  return approver === undefined ? name : say("standingIn", { name, approver });
}

const factsOf = (phrases: Phrases, { leave, typeName }: OutcomeLeave, period: Period): [string, string][] => [
  [phrases.say("when"), phrases.when(period)],
  [phrases.say("days"), phrases.number(leave.durationWorkingDays)],
  [phrases.say("type"), typeName],
  ...(leave.statusReason === null
    ? []
    : [[phrases.say("reason"), leave.statusReason] satisfies [string, string]]),
];
