import { mailBodies, mails } from "@/drizzle/schema/mails";
import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import type { Settings } from "@/server/kernel/env";
import type { MailCalendar } from "@/server/kernel/mail/mail";
import { decrypt, encrypt } from "@/server/kernel/secrets";

/** A mail's two bodies, and its calendar part. */
export interface MailContent {
  text: string;
  html: string;
  calendar?: MailCalendar;
}

/** Bound to the row: the content of one mail cannot be moved to another. */
const purposeOf = (id: string) => `mail:${id}`;
const bodyPurposeOf = (id: string) => `mail-body:${id}`;

/** The columns of sealed mail contents. */
export const sealedContents: readonly SealedColumn[] = [
  {
    table: mails,
    column: mails.content,
    boundTo: { id: mails.id },
    purposeOf: ({ id = "" }) => purposeOf(id),
  },
  {
    table: mailBodies,
    column: mailBodies.content,
    boundTo: { id: mailBodies.id },
    purposeOf: ({ id = "" }) => bodyPurposeOf(id),
  },
];

const seal = ({ encryptionKeys }: Settings, purpose: string, { text, html, calendar }: MailContent): Buffer =>
  encrypt(encryptionKeys, Buffer.from(JSON.stringify({ text, html, calendar })), purpose);

function open({ encryptionKeys }: Settings, purpose: string, sealed: Buffer): MailContent | null {
  const plain = decrypt(encryptionKeys, sealed, purpose);
  return plain && (JSON.parse(plain.toString()) as MailContent);
}

export const sealContent = (settings: Settings, id: string, content: MailContent): Buffer =>
  seal(settings, purposeOf(id), content);

/** @returns null when it was sealed with another encryption key */
export const openContent = (settings: Settings, id: string, sealed: Buffer): MailContent | null =>
  open(settings, purposeOf(id), sealed);

/** Seals a body that several mails share. @param id the body's */
export const sealBody = (settings: Settings, id: string, content: MailContent): Buffer =>
  seal(settings, bodyPurposeOf(id), content);

/** @returns null when it was sealed with another encryption key */
export const openBody = (settings: Settings, id: string, sealed: Buffer): MailContent | null =>
  open(settings, bodyPurposeOf(id), sealed);
