import { dueWorkOf } from "@/server/worker/due-work";
import type { Kind } from "@/server/worker/kind";
import { type ClaimedMail, claimMails, mailQueue } from "./claim";
import { mailsWake } from "./enqueue";
import { type MailOutcome, sendMail } from "./send";
import { settleMails } from "./settle";

/** Mails as due work. */
export const mailWork = (): Kind<ClaimedMail, MailOutcome> => ({
  name: mailsWake,
  queue: mailQueue,
  // As many as the mailer has connections; half of them at most are one workspace's.
  slots: 10,
  laneSlots: 5,
  claim: async (services, lanes) => ({ items: await claimMails(services, lanes) }),
  perform: sendMail,
  settle: settleMails,
  nameOf: ({ kind }) => kind,
});

/** Due work: sends what is due. @returns how many mails were tried since the last call */
export const sendDueMails = dueWorkOf(mailsWake, mailWork);
