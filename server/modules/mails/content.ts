import { mails } from "@/drizzle/schema/mails";
import type { Settings } from "@/server/kernel/env";
import type { MailCalendar } from "@/server/kernel/mail";
import type { SealedColumn } from "@/server/kernel/reseal-in-steps";
import { decrypt, encrypt } from "@/server/kernel/secrets";

/** A mail's two bodies, and its calendar part. */
export interface MailContent {
  text: string;
  html: string;
  calendar?: MailCalendar;
}

/** Bound to the row: the content of one mail cannot be moved to another. */
const purposeOf = (id: string) => `mail:${id}`;

/** The column of sealed mail contents. */
export const sealedContent: SealedColumn = {
  table: mails,
  column: mails.content,
  boundTo: { id: mails.id },
  purposeOf: ({ id = "" }) => purposeOf(id),
};

export const sealContent = (
  { encryptionKeys }: Settings,
  id: string,
  { text, html, calendar }: MailContent,
): Buffer => encrypt(encryptionKeys, Buffer.from(JSON.stringify({ text, html, calendar })), purposeOf(id));

/** @returns null when it was sealed with another encryption key */
export function openContent({ encryptionKeys }: Settings, id: string, sealed: Buffer): MailContent | null {
  const plain = decrypt(encryptionKeys, sealed, purposeOf(id));
  return plain && (JSON.parse(plain.toString()) as MailContent);
}
