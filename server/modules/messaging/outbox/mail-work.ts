import type { Services } from "@/server/kernel/services";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Kind, Queue } from "@/server/worker/kind";
import { secureRandom } from "@/server/worker/retry";
import { AttachmentFiles } from "./attachment-files";
import { bulkQueue, type ClaimedMail, claimMailsOf, mailQueue } from "./claim";
import { mailsWake } from "./enqueue";
import { bulkMailsWake } from "./enqueue-bulk";
import { type MailOutcome, sendMail } from "./send";
import { settleMails } from "./settle";

export interface MailWorkOptions {
  /** The jitter of retries, from 0 to 1. */
  random?: () => number;
}

type MailWork = Kind<ClaimedMail, MailOutcome>;

function workOn(
  queue: Queue,
  limits: Pick<MailWork, "name" | "slots" | "laneSlots">,
  { random = secureRandom }: MailWorkOptions,
): MailWork {
  const files = new AttachmentFiles();
  return {
    ...limits,
    queue,
    claim: claimMailsOf(queue),
    perform: (services, mail) => sendMail(services, mail, files),
    settle: (tx, ended, services) => settleMails(tx, ended, services, random),
    nameOf: ({ kind }) => kind,
    close: () => files.close(),
  };
}

/** Mails as due work. */
export const mailWork = (options: MailWorkOptions = {}): MailWork =>
  // As many as the mailer has connections; at most half of them serve one workspace.
  workOn(mailQueue, { name: mailsWake, slots: 10, laneSlots: 5 }, options);

/** Mails of notifications and reports as due work. More slots than connections keep these busy while further mails are claimed. */
export const bulkMailWork = (options: MailWorkOptions = {}): MailWork =>
  workOn(bulkQueue, { name: bulkMailsWake, slots: 24, laneSlots: 24 }, options);

const works = [dueWorkOf(mailsWake, () => mailWork()), dueWorkOf(bulkMailsWake, () => bulkMailWork())];

/** Due work: sends due mails. @returns how many were attempted since the last call */
export async function sendDueMails(services: Services): Promise<number> {
  const counts = await Promise.all(works.map((send) => send(services)));
  return counts.reduce((sum, count) => sum + count, 0);
}
