import { type SQL, sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import { day, plus } from "@/server/kernel/clock";
import { deleteInSteps, updateInSteps } from "@/server/kernel/delete-in-steps";
import { deleteOldOutbox } from "@/server/kernel/mail";
import type { Services } from "@/server/kernel/services";
import { literal } from "@/server/kernel/sql-parts";

const stepsInOneCall = 20;
/** Retention in days of a sent mail, and of a failed one. */
export const sentKeptDays = 7;
export const failedKeptDays = 30;
/** Retention in days of files of mails that no mail server accepted. */
const outboxKeptDays = 30;

/**
 * Due work: erases the content of failed mails at their expiry, after a week at most, and deletes mails a week after they were sent, a
 * month after they failed, and files of the outbox after a month.
 * @returns how many rows and files
 */
export async function deleteOldMails({ db, clock, settings }: Services): Promise<number> {
  const now = sql`${clock().toISOString()}::timestamptz`;
  const files = await deleteOldOutbox(settings, plus(clock(), -outboxKeptDays * day));
  const erased = await updateInSteps(db, mails, { content: null }, hasNoUse(now), stepsInOneCall);
  return files + erased + (await deleteInSteps(db, mails, isOver(now), stepsInOneCall));
}

// Matches the predicates of the table's indices.
const hasNoUse = (now: SQL): SQL => sql`${mails.status} = 'failed' and ${mails.content} is not null
  and least(${mails.expiresAt}, ${mails.endedAt} + interval '7 days') <= ${now}`;

const isOver = (now: SQL): SQL =>
  sql`(${mails.status} = 'sent' and ${mails.endedAt} < ${now} - make_interval(days => ${literal(sentKeptDays)})
    or ${mails.status} = 'failed' and ${mails.endedAt} < ${now} - make_interval(days => ${literal(failedKeptDays)}))`;
