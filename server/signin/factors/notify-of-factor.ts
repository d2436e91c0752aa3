import type { MailKind } from "@/drizzle/schema/values";
import type { SystemContext } from "@/server/access/ctx";
import { layOutMail } from "@/server/kernel/mail/mail-layout";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { wordsOf } from "@/server/words/words";
import { findMailbox } from "../active-person";
import type { Person } from "./store";

/** What happened to a person's second factors. */
export type FactorNews =
  | { what: "added" | "ended" | "passkeyAdded" | "passkeyEnded"; name: string }
  | { what: "endedByOperator" }
  | { what: "recoveryUsed"; count: number };

const kinds: Record<FactorNews["what"], MailKind> = {
  added: "factor_added",
  ended: "factor_ended",
  passkeyAdded: "factor_added",
  passkeyEnded: "factor_ended",
  endedByOperator: "factor_ended",
  recoveryUsed: "recovery_code_used",
};

/** Mails the person, who may not have done it themselves, in the transaction of the change. */
export async function notifyOfFactor(tx: SystemContext, person: Person, news: FactorNews): Promise<void> {
  const to = await findMailbox(tx.db, person);
  if (!to) return;
  const { say } = wordsOf(to.language);
  const { what, ...values } = news;
  const subject = say(`secondFactor.${what}Subject`);
  const blocks = [
    say(`secondFactor.${what}`, values),
    say("secondFactor.unexpected"),
    { label: say("secondFactor.open"), url: `${tx.services.settings.appUrl}/dashboard/settings` },
  ];
  await enqueueMail(tx, {
    ...{ workspaceId: person.workspaceId, kind: kinds[what], to: to.email, subject },
    ...layOutMail(subject, blocks, to.language),
  });
}
