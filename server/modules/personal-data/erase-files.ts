import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import type { Settings } from "@/server/kernel/env";
import { outboxFolder } from "@/server/kernel/mail";
import type { Mentions } from "./mentions";

/**
 * Deletes the files of the outbox folder, which stands in for a mail server, that are to somebody or name them. Spreadsheets go, too:
 * what they say nobody can search.
 */
export async function eraseFiles(settings: Settings, mentions: Mentions): Promise<void> {
  const folder = outboxFolder(settings);
  for (const name of await filesIn(folder)) {
    const file = path.join(folder, name);
    // Another process may have deleted it.
    const content = await readFile(file).catch(() => null);
    if (content && isAbout(await PostalMime.parse(content), mentions)) await rm(file, { force: true });
  }
}

/** None, as long as nothing was sent. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));

function isAbout({ to = [], subject = "", text = "", html = "", attachments }: Email, mentions: Mentions) {
  const isTheirs = to.some(({ address = "" }) => mentions.addresses.includes(address.toLowerCase()));
  if (isTheirs || [subject, text, html].some(mentions.isIn)) return true;
  return attachments.some(
    ({ mimeType, content }) =>
      !mimeType.startsWith("text/") || mentions.isIn(new TextDecoder().decode(content as ArrayBuffer)),
  );
}
