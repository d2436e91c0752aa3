import { type SQL, sql } from "drizzle-orm";
import { mailBodies, mails } from "@/drizzle/schema/mails";
import { reportDownloads } from "@/drizzle/schema/report-downloads";
import { day, plus } from "@/server/kernel/clock";
import { deleteInSteps, inSteps, updateInSteps } from "@/server/kernel/delete-in-steps";
import { type Db, statement } from "@/server/kernel/db";
import { deleteOldOutbox } from "@/server/kernel/mail";
import type { Services } from "@/server/kernel/services";
import { literal } from "@/server/kernel/sql-parts";

const stepsInOneCall = 20;
/** Retention in days of a sent mail, and of a failed one. */
export const sentKeptDays = 7;
export const failedKeptDays = 30;
/** Retention in days of files of mails that no mail server accepted. */
const outboxKeptDays = 30;

/** Retention in days of the content of a failed mail. */
const failedContentDays = 7;
/** Maximum bodies that one statement deletes, each with its file. */
const bodiesTogether = 100;

/**
 * Due work: erases the content of failed mails at their expiry, after a week at most, and deletes mails a week after they were sent, a
 * month after they failed, and files of the outbox after a month. A bulk mail is deleted with its occurrence, whose history it is; their
 * body once none of them will be sent any more.
 * @returns how many rows and files
 */
export async function deleteOldMails({ db, clock, settings }: Services): Promise<number> {
  const now = sql`${clock().toISOString()}::timestamptz`;
  const files = await deleteOldOutbox(settings, plus(clock(), -outboxKeptDays * day));
  const erased = await updateInSteps(db, mails, { content: null }, hasNoUse(now), stepsInOneCall);
  const bodies = await inSteps(() => deleteBodies(db, clock()), bodiesTogether, stepsInOneCall);
  return files + erased + bodies + (await deleteInSteps(db, mails, isOver(now), stepsInOneCall));
}

// Matches the predicates of the table's indices.
const hasNoUse = (now: SQL): SQL => sql`${mails.status} = 'failed' and ${mails.content} is not null
  and least(${mails.expiresAt}, ${mails.endedAt} + make_interval(days => ${literal(failedContentDays)})) <= ${now}`;

const isOver = (now: SQL): SQL =>
  sql`${mails.occurrenceId} is null and ${mails.status} <> 'pending' and (${mails.status} = 'sent' and ${mails.endedAt} < ${now} - make_interval(days => ${literal(sentKeptDays)})
    or ${mails.status} = 'failed' and ${mails.endedAt} < ${now} - make_interval(days => ${literal(failedKeptDays)}))`;

const unneeded = statement<{ id: string }>(sql`
  with gone as (
    delete from ${mailBodies} where ctid = any(array(
      select b.ctid from ${mailBodies} b where not exists (
        select from ${mails} m where m.workspace_id = b.workspace_id and m.occurrence_id = b.occurrence_id
          and (m.status = 'pending' or m.status = 'failed'
            and m.ended_at + make_interval(days => ${literal(failedContentDays)}) > ${sql.placeholder("now")}::timestamptz))
      limit ${literal(bodiesTogether)} for update skip locked))
    returning workspace_id, attachment
  ), files as (
    delete from ${reportDownloads} d using gone g
    where d.workspace_id = g.workspace_id and d.id = (g.attachment ->> 'fileId')::uuid
  )
  select g.workspace_id as id from gone g`);

/** Deletes bodies that no mail needs any more, with the files attached to them. */
const deleteBodies = async (db: Db, now: Date): Promise<{ count: number }> => ({
  count: (await unneeded(db, { now: now.toISOString() })).length,
});
