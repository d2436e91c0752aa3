import { inTransaction, systemContext } from "@/server/access/ctx";
import { isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import { inTurn } from "@/server/kernel/http/in-turn";
import type { Services } from "@/server/kernel/services";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Hold, Kind } from "@/server/worker/kind";
import { claimNotices, type Notice, type NoticeBatch, noticeQueue } from "./claim";
import { type Composed, compose } from "./compose";
import { leaveMailsWake } from "./note-leave-events";
import { writeLetters } from "./write-letters";

/** Mails about leave as due work: events and reminders become mails of the outbox. */
export const noticeWork = (): Kind<NoticeBatch> => ({
  name: leaveMailsWake,
  queue: noticeQueue,
  // Each slot queries the database, which requests need too.
  slots: 4,
  laneSlots: 1,
  claim: async (services, lanes) => ({ items: await claimNotices(services, lanes) }),
  async perform(services, { workspaceId, notices }, hold) {
    await inTurn("news", () => carryOut(services, workspaceId, notices, hold));
    return undefined;
  },
});

async function carryOut(
  services: Services,
  workspaceId: string,
  notices: readonly Notice[],
  hold: Hold,
): Promise<void> {
  const composed = await compose(services, workspaceId, notices);
  if (composed.length === 0) return;
  await write(services, composed, hold).catch(async (err: unknown) => {
    if (isDatabaseUnavailable(err)) throw err;
    for (const one of composed) await writeAlone(services, one, hold);
  });
}

const write = (services: Services, composed: readonly Composed[], hold: Hold): Promise<void> =>
  inTransaction(systemContext(services), async (tx) => {
    if (await hold(tx.db)) await writeLetters(tx, composed);
  });

/** Writes one notice alone, so that a failure does not affect the others. */
async function writeAlone(services: Services, one: Composed, hold: Hold): Promise<void> {
  try {
    await write(services, [one], hold);
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    services.log.error({ err, notice: one.notice.id }, "a mail about leave could not be written");
  }
}

/** Due work: writes mails about leave. Any number of processes may call it. @returns how many batches of notices since the last call */
export const writeLeaveMails = dueWorkOf(leaveMailsWake, noticeWork);
