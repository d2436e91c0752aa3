import { asc } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import type { Mail, Mailer } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { mailWork } from "@/server/modules/messaging/outbox/mail-work";
import { Engine } from "@/server/worker/engine";

/** Sends due mails until none is left. */
export async function sendMails(services: Services): Promise<void> {
  const engine = new Engine(services, mailWork());
  engine.wake();
  await engine.idle();
  await engine.stop();
}

/** Empties the outbox of earlier tests' mails. */
export const forgetMails = async ({ db }: Services): Promise<void> => void (await db.delete(mails));

/** Every mail of the outbox, the oldest first. */
export const mailRows = ({ db }: Services) =>
  db.select().from(mails).orderBy(asc(mails.createdAt), asc(mails.id));

/** Keeps sent mails, or fails with `error`. */
export function postOffice(): Mailer & { sent: Mail[]; error: Error | null } {
  const office = {
    sent: [] as Mail[],
    error: null as Error | null,
    async send(mail: Mail) {
      if (office.error) throw office.error;
      office.sent.push(mail);
    },
    close: () => undefined,
  };
  return office;
}

/** An error as nodemailer throws it. */
export const smtpError = (fields: { responseCode?: number; code?: string; command?: string }) =>
  Object.assign(new Error("the mail server said no"), fields);
