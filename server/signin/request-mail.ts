import type { MailKind } from "@/drizzle/schema/values";
import { inTransaction, type SystemContext, systemContext } from "@/server/access/ctx";
import type { TokenTaken } from "@/server/kernel/http/throttle";
import { layOutMail, type MailBlock } from "@/server/kernel/mail/mail-layout";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { type Words, wordsOf } from "@/server/words/words";
import { connectionBlocks } from "./connections/connection-blocks";
import type { Device } from "./devices";
import { lookupEmail } from "./email";
import { findPeopleByEmail, isClosedTo, type SigninPerson } from "./people-by-email";
import { issueToken, type TokenPurpose, tokenLifeMs } from "./tokens";
import { countMail } from "./tries";

/** Runs work after the response, so that its duration reveals nothing; may be lost in a crash. */
export type Later = (work: () => Promise<void>) => void;

export interface MailRequest {
  email: string;
  ip: string | null;
  devices?: readonly Device[];
  /** The return path of the sign-in, from `returnPath`. */
  returnTo: string | null;
  later: Later;
}

interface Form {
  kind: MailKind;
  page: string;
  words: "signInLink" | "passwordReset";
}

const forms: Record<TokenPurpose, Form> = {
  MAGIC_LINK: { kind: "sign_in_link", page: "/login/link", words: "signInLink" },
  PASSWORD_RESET: { kind: "password_reset", page: "/reset-password", words: "passwordReset" },
};

/** Who keeps their password may choose another by a link. */
const methodOf = { MAGIC_LINK: "LINK", PASSWORD_RESET: "PASSWORD" } as const;

async function blocksFor(
  { services, db }: SystemContext,
  people: readonly SigninPerson[],
  purpose: TokenPurpose,
  { returnTo, say }: { returnTo: string | null; say: Words["say"] },
): Promise<MailBlock[]> {
  const { page, words } = forms[purpose];
  const blocks: MailBlock[] = [];
  const open = people.filter((person) => !isClosedTo(person, methodOf[purpose]));
  for (const person of people)
    if (!open.includes(person))
      blocks.push(...(await connectionBlocks({ services, db }, person, returnTo, say)));
  for (const person of open) {
    const token = await issueToken(db, person, purpose, returnTo, services.clock());
    const url = `${services.settings.appUrl}${page}?token=${token}`;
    blocks.push({ label: say(`${words}.action`, { workspace: person.workspaceName }), url });
  }
  const life = { links: open.length, minutes: tokenLifeMs[purpose] / minute };
  if (open.length > 0) blocks.push(say("mail.linkLife", life));
  return [...blocks, { small: say(`${words}.unasked`) }];
}

/** Stores the links and their mail together; a mail that cannot be sent before its links expire is never sent. */
const mailLinks = (
  services: Services,
  purpose: TokenPurpose,
  { email, returnTo }: MailRequest,
): Promise<void> =>
  inTransaction(systemContext(services), async (tx) => {
    const people = await findPeopleByEmail(tx.db, lookupEmail(email));
    const [first] = people;
    if (!first) return;
    const { kind, words } = forms[purpose];
    const { say } = wordsOf(first.language);
    const blocks = await blocksFor(tx, people, purpose, { returnTo, say });
    await enqueueMail(tx, {
      ...{ workspaceId: first.workspaceId, kind, to: first.email, subject: say(`${words}.subject`) },
      ...layOutMail(say(`${words}.heading`), blocks, first.language),
      expiresInMs: tokenLifeMs[purpose],
    });
  });

/**
 * Sends a link if the address belongs to a user. The response and its timing are the same if it does not.
 * @returns the waiting time when refused by the limits for account and source
 */
export async function requestMail(
  services: Services,
  purpose: TokenPurpose,
  request: MailRequest,
): Promise<TokenTaken> {
  const counted = await countMail(services, request.email, request);
  if (!counted.ok) return counted;
  request.later(() =>
    mailLinks(services, purpose, request).catch((error) =>
      services.log.error({ error, purpose }, "a sign-in mail could not be written"),
    ),
  );
  return counted;
}
