import { inTransaction, unattended } from "@/server/access/ctx";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Kind } from "@/server/worker/kind";
import { claimNotices, type Notice, noticeQueue } from "./claim";
import { compose } from "./compose";
import { leaveMailsWake } from "./note-leave-events";
import { writeLetters } from "./write-letters";

/** Mails about leave as due work: what happened, and what somebody is to be reminded of, becomes mails of the outbox. */
export const noticeWork = (): Kind<Notice> => ({
  name: leaveMailsWake,
  queue: noticeQueue,
  // Each asks the database, and requests need it too.
  slots: 4,
  laneSlots: 2,
  claim: async (services, lanes) => ({ items: await claimNotices(services, lanes) }),
  async perform(services, notice, hold) {
    const composed = await compose(services, notice);
    return inTransaction(unattended(services), async (tx): Promise<undefined> => {
      if (await hold(tx.db)) await writeLetters(tx, notice, composed);
    });
  },
});

/** Due work: writes mails about leave. Any number of processes may call it. @returns how many notices since the last call */
export const writeLeaveMails = dueWorkOf(leaveMailsWake, noticeWork);
