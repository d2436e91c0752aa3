import type { MailKind } from "@/drizzle/schema/values";
import { inTransaction, type SystemContext, systemContext } from "@/server/access/ctx";
import { minute } from "@/server/kernel/clock";
import { layOutMail, type MailBlock } from "@/server/kernel/mail-layout";
import type { Services } from "@/server/kernel/services";
import type { TokenTaken } from "@/server/kernel/throttle";
import { enqueueMail } from "@/server/modules/mails/enqueue";
import type { Device } from "./devices";
import { lookupEmail } from "./email";
import { findPeopleByEmail, type SigninPerson } from "./people-by-email";
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

interface Wording {
  kind: MailKind;
  page: string;
  subject: string;
  heading: string;
  action: string;
  unasked: string;
}

const wordings: Record<TokenPurpose, Wording> = {
  MAGIC_LINK: {
    kind: "sign_in_link",
    page: "/login/link",
    subject: "Your sign-in link for Timeaway",
    heading: "Sign in to Timeaway",
    action: "Sign in to",
    unasked: "If you didn’t ask to sign in, you can ignore this email. No one can sign in without the link.",
  },
  PASSWORD_RESET: {
    kind: "password_reset",
    page: "/reset-password",
    subject: "Choose a new password for Timeaway",
    heading: "Choose a new password",
    action: "Choose a new password for",
    unasked: "If you didn’t ask for this, you can ignore this email. Your password stays the same.",
  },
};

async function blocksFor(
  { services, db }: SystemContext,
  people: readonly SigninPerson[],
  purpose: TokenPurpose,
  returnTo: string | null,
): Promise<MailBlock[]> {
  const { page, action, unasked } = wordings[purpose];
  const blocks: MailBlock[] = [];
  for (const person of people) {
    const token = await issueToken(db, person, purpose, returnTo, services.clock());
    const url = `${services.settings.appUrl}${page}?token=${token}`;
    blocks.push({ label: `${action} ${person.workspaceName}`, url });
  }
  const which = people.length > 1 ? "Each link" : "This link";
  const life = `${which} works once and expires in ${tokenLifeMs[purpose] / minute} minutes.`;
  return [...blocks, life, { small: unasked }];
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
    const { kind, heading, subject } = wordings[purpose];
    const blocks = await blocksFor(tx, people, purpose, returnTo);
    await enqueueMail(tx, {
      ...{ workspaceId: first.workspaceId, kind, to: first.email, subject },
      ...layOutMail(heading, blocks),
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
