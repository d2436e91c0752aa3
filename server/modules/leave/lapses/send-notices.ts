import { type Ctx, inTransaction } from "@/server/access/ctx";
import { acquireLock } from "@/server/kernel/database/lock";
import type { LapseSelection } from "./schema";
import { findNotices, findSelected, isSentToday, requireLead } from "./store";
import { keyOfLapse, writeNotices } from "./write-notices";

/** People of one step: some milliseconds of work, so that a page can show its progress. */
const batchSize = 100;

interface SentNotices {
  /** One to each person. */
  mailCount: number;
  /** The last person of this step; null when all are done. */
  next: string | null;
}

/**
 * Notifies the people of a selection of their days that lapse, by hand: one step of a hundred people. What someone sent by hand today is
 * not sent again, and of two at once the database decides (decision 16.25).
 * @param after `next` of the step before
 * @throws ApiError FORBIDDEN
 */
export function sendNotices(ctx: Ctx, select: LapseSelection, after: string | null): Promise<SentNotices> {
  requireLead(ctx);
  return inTransaction(ctx, async (tx) => {
    // Of two whose selections overlap, the second sees what the first has sent.
    await acquireLock(tx.db, `lapse-notices:${tx.actor.workspaceId}`);
    const { userIds, lapses } = await findSelected(tx, select, { after, limit: batchSize });
    const notices = await findNotices(tx, lapses);
    const due = lapses.filter((lapse) => !isSentToday(lapse, notices.get(keyOfLapse(lapse))));
    const mailCount = await writeNotices(
      tx,
      due.map((lapse) => ({ ...lapse, stage: null })),
    );
    return { mailCount, next: userIds.length < batchSize ? null : (userIds.at(-1) ?? null) };
  });
}
