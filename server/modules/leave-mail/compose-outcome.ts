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
  /** Decisions on the employee's own leave are always mailed. */
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

/** The outcome for the leave's owner. */
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
  { leaves, recipients, names }: Outcomes,
): Letter[] {
  const found = leaves.get(notice.leaveId);
  if (!found || isOvertaken(notice, found)) return [];
  const { leave } = found;
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
      // Without mails about changes, the calendar entry would become stale.
      ...(to.wants.changes && { calendar: invitationOf(settings, notice, found, to) }),
      subject: phrases.say(outcome.subject, { when: phrases.when(period) }),
      blocks: (): MailBlock[] => [
        phrases.say("greeting", { name: to.name }),
        notice.actingUserId === leave.userId
          ? phrases.say("ownChange")
          : phrases.say(outcome.intro, { name: nameOf(phrases, notice, leave, names) }),
        { facts: factsOf(phrases, found, period) },
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

/** The name of the acting user, and of the approver they stood in for. */
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
