import type { MailKind } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import type { MailBlock } from "@/server/kernel/mail-layout";
import { encodeId } from "@/server/kernel/schema";
import { findNames } from "@/server/modules/people/find-names";
import type { Notice } from "./claim";
import { findRecipients } from "./find-recipients";
import { type Letter, settingsUrl } from "./letter";
import { type Phrases, type PlainWord, phrasesOf } from "./phrases";
import type { LeaveFacts } from "./read-leave-facts";

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

/** To the person on leave: what was decided, what somebody else changed, or that it expired. Empty when they do not want to know. */
export async function composeOutcome(ctx: Ctx, notice: Notice, facts: LeaveFacts): Promise<Letter[]> {
  const { leave } = facts;
  const outcome = outcomeOf(notice);
  const to = (await findRecipients(ctx, [leave.userId])).get(leave.userId);
  if (!to || (outcome.canBeSwitchedOff && !to.wants.changes)) return [];
  const phrases = phrasesOf(to.locale);
  const { actingUserId } = notice;
  const name = actingUserId === null ? null : await nameOf(ctx, phrases, actingUserId, facts);
  const { appUrl } = ctx.services.settings;
  return [
    {
      kind: outcome.kind,
      to,
      subject: phrases.say(outcome.subject, { when: phrases.when(facts.period) }),
      blocks: (): MailBlock[] => [
        phrases.say("greeting", { name: to.name }),
        phrases.say(outcome.intro, { name: name ?? phrases.say("someone") }),
        { facts: factsOf(phrases, facts) },
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
async function nameOf(ctx: Ctx, phrases: Phrases, actingUserId: string, { leave }: LeaveFacts) {
  const { approverId, standsInForId } = leave;
  const names = await findNames(ctx, [actingUserId, ...(standsInForId === null ? [] : [standsInForId])]);
  const name = names.get(actingUserId);
  const approver = approverId === actingUserId && standsInForId !== null && names.get(standsInForId);
  return name && approver ? phrases.say("standingIn", { name, approver }) : name;
}

const factsOf = (phrases: Phrases, { leave, period, typeName }: LeaveFacts): [string, string][] => [
  [phrases.say("when"), phrases.when(period)],
  [phrases.say("days"), phrases.number(leave.durationWorkingDays)],
  [phrases.say("type"), typeName],
  ...(leave.statusReason === null
    ? []
    : [[phrases.say("reason"), leave.statusReason] satisfies [string, string]]),
];
