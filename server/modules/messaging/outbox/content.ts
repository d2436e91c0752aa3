import { deflateRawSync, inflateRawSync } from "node:zlib";
import { mailBodies, mails } from "@/drizzle/schema/mails";
import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import type { Settings } from "@/server/kernel/env";
import type { MailCalendar } from "@/server/kernel/mail/mail";
import { decrypt, encrypt } from "@/server/kernel/secrets";

/** A mail's two bodies, and its calendar part; or a push notification's text, and the rest of it. */
export interface MailContent {
  text: string;
  html: string;
  calendar?: MailCalendar;
  push?: PushTarget;
}

export interface PushTarget {
  /** The page that a click opens: a path of the app. */
  path: string;
  /** A later notification with the same topic replaces this one, at the push service and on the device. */
  topic: string;
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

export const sealContent = (
  { encryptionKeys }: Settings,
  id: string,
  { text, html, calendar, push }: MailContent,
): Buffer =>
  encrypt(encryptionKeys, Buffer.from(JSON.stringify({ text, html, calendar, push })), purposeOf(id));

/** @returns null when it was sealed with another encryption key */
export function openContent({ encryptionKeys }: Settings, id: string, sealed: Buffer): MailContent | null {
  const plain = decrypt(encryptionKeys, sealed, purposeOf(id));
  return plain && (JSON.parse(plain.toString()) as MailContent);
}

/** Sealed bytes do not compress in the database, and a body may have 100 kB. */
const packing = { level: 1 };

/** Seals a body that several mails share. @param id the body's */
export const sealBody = (
  { encryptionKeys }: Settings,
  id: string,
  { text, html }: Pick<MailContent, "text" | "html">,
): Buffer =>
  encrypt(encryptionKeys, deflateRawSync(JSON.stringify({ text, html }), packing), bodyPurposeOf(id));

/** @returns null when it was sealed with another encryption key */
export function openBody({ encryptionKeys }: Settings, id: string, sealed: Buffer): MailContent | null {
  const packed = decrypt(encryptionKeys, sealed, bodyPurposeOf(id));
  return packed && (JSON.parse(inflateRawSync(packed).toString()) as MailContent);
}
