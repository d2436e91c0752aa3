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
  // As many as the mailer has connections; at most half of them serve one workspace.
  slots: 10,
  laneSlots: 5,
  claim: async (services, lanes) => ({ items: await claimMails(services, lanes) }),
  perform: sendMail,
  settle: settleMails,
  nameOf: ({ kind }) => kind,
});

/** Due work: sends due mails. @returns how many were attempted since the last call */
export const sendDueMails = dueWorkOf(mailsWake, mailWork);
