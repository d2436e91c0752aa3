import { type SQL, sql } from "drizzle-orm";
import { mailBodies, mails } from "@/drizzle/schema/mails";
import { reportDownloads } from "@/drizzle/schema/report-downloads";
import {
  deleteInSteps,
  type OfWorkspaces,
  type RowCondition,
  updateInSteps,
} from "@/server/kernel/database/delete-in-steps";
import { literal } from "@/server/kernel/database/sql-parts";
import { deleteOldOutbox } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";

const stepsInOneCall = 20;
/** Retention in days of a sent mail, and of a failed one. */
export const sentKeptDays = 7;
export const failedKeptDays = 30;
/** Retention in days of files of mails that no mail server accepted. */
const outboxKeptDays = 30;

/** Retention in days of the content of a failed mail. */
const failedContentDays = 7;
const failedContentAge = sql`make_interval(days => ${literal(failedContentDays)})`;

/**
 * Due work: erases the content of failed mails at their expiry, after a week at most, and deletes mails a week after they were sent, a
 * month after they failed, and files of the outbox after a month. A bulk mail is deleted with its occurrence, whose history it is; their
 * body once none of them will be sent any more.
 * @returns how many rows and files
 */
export async function deleteOldMails(services: Services): Promise<number> {
  const { clock, settings } = services;
  const now = sql`${clock().toISOString()}::timestamptz`;
  const files = await deleteOldOutbox(settings, plus(clock(), -outboxKeptDays * day));
  const erased = await updateInSteps(services, mails, { content: null }, hasNoUse(now), stepsInOneCall);
  const bodies = await deleteBodies(services, now);
  return files + erased + bodies + (await deleteInSteps(services, mails, isOver(now), stepsInOneCall));
}

// Matches the predicates of the table's indices.
const hasNoUse = (
  now: SQL,
): SQL => sql`${mails.occurrenceId} is null and ${mails.status} = 'failed' and ${mails.content} is not null
  and (${mails.expiresAt} <= ${now} or ${mails.endedAt} <= ${now} - ${failedContentAge})`;

const isOver = (now: SQL): SQL =>
  sql`${mails.occurrenceId} is null and ${mails.status} <> 'pending' and (
    ${mails.status} = 'sent' and ${mails.endedAt} < ${now} - make_interval(days => ${literal(sentKeptDays)})
    or ${mails.status} = 'failed' and ${mails.endedAt} < ${now} - make_interval(days => ${literal(failedKeptDays)}))`;

/** Deletes bodies that no mail needs any more, with the files attached to them. @returns how many */
async function deleteBodies(services: Services, now: SQL): Promise<number> {
  const attached: RowCondition = (of) => sql`exists (
    select from ${mailBodies} where ${of(mailBodies.workspaceId)} and ${mailBodies.workspaceId} = ${reportDownloads.workspaceId}
      and ${mailBodies.occurrenceId} = ${reportDownloads.occurrenceId} and ${mailBodies.attachment} is not null
      and ${isUnneeded(now)(of)})`;
  const files = await deleteInSteps(services, reportDownloads, attached, stepsInOneCall);
  return files + (await deleteInSteps(services, mailBodies, isUnneeded(now), stepsInOneCall));
}

const isUnneeded =
  (now: SQL) =>
  (of: OfWorkspaces): SQL =>
    sql`not exists (
  select from ${mails} where ${of(mails.workspaceId)} and ${mails.workspaceId} = ${mailBodies.workspaceId} and ${mails.occurrenceId} = ${mailBodies.occurrenceId}
    and (${mails.status} = 'pending' or ${mails.status} = 'failed' and ${mails.endedAt} > ${now} - ${failedContentAge}))`;
