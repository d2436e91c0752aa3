import { sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import type { Services } from "@/server/kernel/services";

const batch = 5000;
const batchesInOneCall = 20;

/**
 * Due work: erases what failed mails say when nobody will send them again, after a week at most, and deletes mails a week after they were
 * sent, a month after they failed. @returns how many rows were changed
 */
export async function deleteOldMails({ db, clock }: Services): Promise<number> {
  const now = sql`${clock().toISOString()}::timestamptz`;
  const erased = await db.execute(sql`
    update ${mails} set content = null
    where status = 'failed' and content is not null and least(expires_at, ended_at + interval '7 days') <= ${now}`);
  let total = erased.count;
  for (let step = 0; step < batchesInOneCall; step++) {
    const { count } = await db.execute(sql`
      delete from ${mails} where ctid = any(array(
        select ctid from ${mails}
        where (status = 'sent' and ended_at < ${now} - interval '7 days')
          or (status = 'failed' and ended_at < ${now} - interval '30 days')
        limit ${batch}))`);
    total += count;
    if (count < batch) break;
  }
  return total;
}
