import { and, asc, eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { layOutMail } from "@/server/kernel/mail/mail-layout";
import { enqueueMails } from "@/server/modules/messaging/outbox/enqueue";
import { mailLanguageOf } from "@/server/modules/people/people/mail-language";
import { wordsOf } from "@/server/words/words";
import { factorDueAtUnder, hasNoFactor } from "./factor-duty";
import { isConcerned } from "./find-factor-policy";
import type { FactorPolicy } from "./policy";

/** Mails that are sealed and written together. */
const chunkSize = 500;

/** One text for each language: it names no one. */
function compose(tx: Ctx, language: NotificationLocale, given: { workspace: string; days: number }) {
  const { say } = wordsOf(language);
  const subject = say("secondFactor.neededSubject", { workspace: given.workspace });
  const blocks = [
    say("secondFactor.needed", given),
    say("secondFactor.neededHow"),
    { label: say("secondFactor.open"), url: `${tx.services.settings.appUrl}/dashboard/settings` },
  ];
  return { subject, ...layOutMail(subject, blocks, language) };
}

/**
 * Mails those whom the policy begins to concern and who have no second factor, in the transaction of its change.
 * @returns how many
 */
export async function notifyOfFactorPolicy(
  tx: Ctx,
  { before, after }: { before: FactorPolicy; after: FactorPolicy },
): Promise<number> {
  const { workspaceId } = tx.actor;
  const workspace = workspaceOf(tx.actor);
  const people = await scoped(workspace, users)
    .select(tx.db, { to: users.email, language: mailLanguageOf(workspace), workspace: workspaces.name })
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .where(and(isConcerned(after), sql`${factorDueAtUnder(before)} is null`, hasNoFactor(workspace)))
    .orderBy(asc(users.id));
  const texts = new Map<NotificationLocale, ReturnType<typeof compose>>();
  const textIn = ({ language, workspace: name }: (typeof people)[number]) => {
    const text =
      texts.get(language) ?? compose(tx, language, { workspace: name, days: after.factorGraceDays });
    texts.set(language, text);
    return text;
  };
  for (let start = 0; start < people.length; start += chunkSize)
    await enqueueMails(
      tx,
      people.slice(start, start + chunkSize).map((person) => ({
        ...{ workspaceId, kind: "factor_needed" as const, to: person.to },
        ...textIn(person),
      })),
    );
  return people.length;
}
