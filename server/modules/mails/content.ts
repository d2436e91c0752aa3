import type { Settings } from "@/server/kernel/env";
import { decrypt, encrypt } from "@/server/kernel/secrets";

/** The two bodies of a mail. */
export interface MailContent {
  text: string;
  html: string;
}

/** Bound to the row: the content of one mail cannot be put into another. */
const purposeOf = (id: string) => `mail:${id}`;

export const sealContent = ({ encryptionKey }: Settings, id: string, { text, html }: MailContent): Buffer =>
  encrypt(encryptionKey, Buffer.from(JSON.stringify({ text, html })), purposeOf(id));

/** @returns null when it was sealed with another key */
export function openContent({ encryptionKey }: Settings, id: string, sealed: Buffer): MailContent | null {
  const plain = decrypt(encryptionKey, sealed, purposeOf(id));
  return plain && (JSON.parse(plain.toString()) as MailContent);
}
