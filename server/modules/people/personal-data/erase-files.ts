import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { outboxFolder } from "@/server/kernel/mail/mail";
import type { Mentions } from "./mentions";
import type { Place } from "./walk";

const together = 20;

/**
 * Deletes files of the outbox folder, which stands in for a mail server, that are addressed to the person or mention them. Files with
 * spreadsheets are deleted, too: their contents cannot be searched. Idempotent: a rollback does not restore files.
 */
export const eraseFiles: Place = {
  async look({ services, mentions }, position) {
    const folder = outboxFolder(services.settings);
    const [after = ""] = position ?? [];
    const names = (await filesIn(folder))
      .filter((name) => name > after)
      .sort()
      .slice(0, together);
    for (const name of names) {
      const file = path.join(folder, name);
      // Another process may have deleted it.
      const content = await readFile(file).catch(() => null);
      if (content && isAbout(await PostalMime.parse(content), mentions)) await rm(file, { force: true });
    }
    const last = names.at(-1);
    return { seenCount: 0, position: last !== undefined && names.length === together ? [last] : null };
  },
};

/** Empty before the first mail. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));

function isAbout({ to = [], subject = "", text = "", html = "", attachments }: Email, mentions: Mentions) {
  const isTheirs = to.some(({ address = "" }) => mentions.addresses.includes(address.toLowerCase()));
  if (isTheirs || [subject, text, html].some(mentions.isIn)) return true;
  return attachments.some(
    ({ mimeType, content }) =>
      !isText(mimeType) || mentions.isIn(new TextDecoder().decode(content as ArrayBuffer)),
  );
}

/** An invitation is text, too, despite its type (RFC 5545, 8.1). */
const isText = (mimeType: string): boolean => mimeType.startsWith("text/") || mimeType === "application/ics";
