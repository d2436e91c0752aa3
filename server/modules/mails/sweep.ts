import { type SQL, sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import { deleteInSteps, updateInSteps } from "@/server/kernel/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import { literal } from "@/server/kernel/sql-parts";

const stepsInOneCall = 20;
/** Days for which a mail is kept after it was sent, and after it failed. */
export const sentKeptDays = 7;
export const failedKeptDays = 30;

/**
 * Due work: erases what failed mails say when nobody will send them again, after a week at most, and deletes mails a week after they were
 * sent, a month after they failed. @returns how many rows were changed
 */
export async function deleteOldMails({ db, clock }: Services): Promise<number> {
  const now = sql`${clock().toISOString()}::timestamptz`;
  const erased = await updateInSteps(db, mails, { content: null }, hasNoUse(now), stepsInOneCall);
  return erased + (await deleteInSteps(db, mails, isOver(now), stepsInOneCall));
}

// In the words of the table's indices.
const hasNoUse = (now: SQL): SQL => sql`${mails.status} = 'failed' and ${mails.content} is not null
  and least(${mails.expiresAt}, ${mails.endedAt} + interval '7 days') <= ${now}`;

const isOver = (now: SQL): SQL =>
  sql`(${mails.status} = 'sent' and ${mails.endedAt} < ${now} - make_interval(days => ${literal(sentKeptDays)})
    or ${mails.status} = 'failed' and ${mails.endedAt} < ${now} - make_interval(days => ${literal(failedKeptDays)}))`;
