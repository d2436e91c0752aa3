import type { Ctx } from "@/server/access/ctx";
import { groupBy } from "@/server/kernel/group-by";
import { inPieces } from "@/server/kernel/http/in-pieces";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import { type Amount, amountIn, figureOf } from "@/server/kernel/time/amount";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { findHoursPerDay } from "@/server/modules/leave/calendars/read-hours";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { Recount } from "@/server/modules/leave/requests/find-recounts";
import { enqueueMails, type OutgoingMail } from "@/server/modules/messaging/outbox/enqueue";
import { wordsOf } from "@/server/words/words";
import { findRecipients, type Recipient } from "./find-recipients";
import { settingsUrl } from "./letter";

/** People handled at once: some milliseconds of work. */
const peopleAtOnce = 50;

/** Leave listed in a mail. */
const maxListed = 20;

/**
 * Tells each person in one mail about all of their leave that changed public holidays have recounted, in the transaction of the change.
 * Empty for people who have switched mails about changes off.
 */
export async function notifyRecounts(
  tx: Ctx,
  recounts: readonly Recount[],
  causeOf: (recount: Recount) => string,
): Promise<void> {
  const byPerson = groupBy(recounts, ({ leave }) => leave.userId);
  const ids = [...byPerson.keys()];
  await inPieces(ids, peopleAtOnce, async (some) => {
    const recipients = await findRecipients(tx, some);
    const wanting = [...recipients.values()].filter(({ wants }) => wants.changes);
    const leaves = wanting.flatMap(({ userId }) => byPerson.get(userId) ?? []).map(({ leave }) => leave.id);
    const hoursPerDay = await findHoursPerDay(tx, leaves);
    await enqueueMails(
      tx,
      wanting.map((to) => mailTo(tx, to, byPerson.get(to.userId) ?? [], { causeOf, hoursPerDay })),
    );
  });
}

interface Facts {
  causeOf: (recount: Recount) => string;
  /** By leave whose type is shown in hours. */
  hoursPerDay: ReadonlyMap<string, number>;
}

function mailTo(
  { actor, services }: Ctx,
  to: Recipient,
  recounts: readonly Recount[],
  { causeOf, hoursPerDay }: Facts,
): OutgoingMail {
  const words = wordsOf(to.locale);
  const { appUrl } = services.settings;
  const inOrder = recounts.toSorted((a, b) => (a.leave.startDate < b.leave.startDate ? -1 : 1));
  const names = [...new Set(inOrder.flatMap((one) => causeOf(one).split(", ")))].join(", ");
  const subject = words.say("leaveMail.recountedSubject", { count: recounts.length });
  const blocks: MailBlock[] = [
    words.say("mail.greeting", { name: to.name }),
    words.say("leaveMail.recounted", { names }),
    {
      facts: inOrder.slice(0, maxListed).map(({ leave, before, after }): [string, string] => {
        const [from, to] = [before, after].map((days) =>
          amountIn(toDays(days), hoursPerDay.get(leave.id) ?? null),
        ) as [Amount, Amount];
        const amounts = {
          unit: to.unit,
          from: figureOf(from, words.number, to.unit),
          to: figureOf(to, words.number),
        };
        return [words.when(periodOf(leave)), words.say("leaveMail.recountedDays", amounts)];
      }),
    },
    { label: words.say("leaveMail.openLeaves"), url: `${appUrl}/dashboard/leaves` },
    { small: words.say("leaveMail.whyOwn") },
    { links: [{ label: words.say("leaveMail.settings"), url: settingsUrl(appUrl) }] },
  ];
  return {
    ...{ workspaceId: actor.workspaceId, kind: "leave_changed", to: to.email, subject },
    ...layOutMail(subject, blocks, to.locale),
  };
}
