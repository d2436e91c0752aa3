import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { testedServer } from "./tested-server";

/** The mails that the server under test has sent to an address, oldest first. */
async function mailsTo(address: string): Promise<Email[]> {
  const outbox = path.join(testedServer().dataDir, "outbox");
  if (!existsSync(outbox)) return [];
  const files = readdirSync(outbox).filter((file) => file.endsWith(".eml"));
  const mails = await Promise.all(
    files.toSorted().map((file) => PostalMime.parse(readFileSync(path.join(outbox, file)))),
  );
  return mails.filter(({ to }) => to?.some((one) => one.address === address));
}

/** Waits for a mail to an address whose subject contains the text. @returns the latest one */
export async function mailTo({ email }: { email: string }, text: string): Promise<Email> {
  const find = async () => (await mailsTo(email)).filter(({ subject }) => subject?.includes(text)).at(-1);
  await expect.poll(async () => (await find()) !== undefined, { timeout: 30_000 }).toBe(true);
  const mail = await find();
  if (!mail) throw new Error("A mail that was there is gone");
  return mail;
}

/** The path of the link in a mail for deciding a leave. */
export function decidePathOf({ text }: Email): string {
  const [found] = /\/decide\/[0-9A-Za-z]{65}/.exec(text ?? "") ?? [];
  if (!found) throw new Error("The mail has no link to decide by");
  return found;
}
