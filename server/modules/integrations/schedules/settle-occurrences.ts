import { sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import type { OccurrenceStatus } from "@/drizzle/schema/values";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import { literal, unnested } from "@/server/kernel/database/sql-parts";

/** An occurrence by its key. */
export interface OccurrenceKey {
  workspaceId: string;
  occurrenceId: string;
}

const keys = unnested("keys", { workspace_id: "uuid", occurrence_id: "uuid" });
const keysOf = (rows: readonly OccurrenceKey[]) => ({
  workspaces: arrayOf(workspacesOf(rows)),
  workspace_id: arrayOf(rows.map(({ workspaceId }) => workspaceId)),
  occurrence_id: arrayOf(rows.map(({ occurrenceId }) => occurrenceId)),
});

const lock = statement(sql`
  select 1 from ${occurrences} o where ${inBatch(sql`o.workspace_id`)} and (o.workspace_id, o.id) in (select * from ${keys})
  order by o.workspace_id, o.id for no key update`);

/** Locks occurrences in one order: transactions that record outcomes of the same ones in other queues must not deadlock. */
export const lockOccurrences = (tx: Db, rows: readonly OccurrenceKey[]): Promise<unknown> =>
  lock(tx, keysOf(rows));

/** A constant: Citus casts no text that depends on a row in an UPDATE. */
const is = (status: OccurrenceStatus) => sql`${literal(status)}::occurrence_status`;

// A report's occurrence stays pending until the last of its mails has ended.
const settle = statement(sql`
  with settled as (
    update ${occurrences} o
    set sent_at = coalesce(o.sent_at, s.first_sent),
      status = case when s.pending > 0 then case when o.report_id is null then ${is("sending")} else ${is("pending")} end
        when s.failed = 0 then ${is("sent")} when s.sent = 0 then ${is("failed")} else ${is("partly_sent")} end
    from (select distinct * from ${keys}) k
    cross join lateral (
      select count(*) filter (where e.status = 'pending') as pending, count(*) filter (where e.status = 'failed') as failed,
        count(*) filter (where e.status = 'sent') as sent, min(e.sent_at) as first_sent
      from (
        select coalesce(m.status::text, nullif(d.status, 'queued')::text, 'failed') as status,
          case when m.id is null then d.sent_at when m.status = 'sent' then m.ended_at end as sent_at
        from ${dispatches} d left join ${mails} m on ${inBatch(sql`m.workspace_id`)} and m.workspace_id = d.workspace_id and m.id = d.id
        where ${inBatch(sql`d.workspace_id`)} and d.workspace_id = k.workspace_id and d.occurrence_id = k.occurrence_id) e) s
    where ${inBatch(sql`o.workspace_id`)} and o.workspace_id = k.workspace_id and o.id = k.occurrence_id
    returning o.workspace_id, o.report_id, o.sent_at
  )
  update ${scheduledReports} r set last_sent_at = s.sent_at
  from (select workspace_id, report_id, max(sent_at) as sent_at from settled group by 1, 2) s
  where ${inBatch(sql`r.workspace_id`)} and r.workspace_id = s.workspace_id and r.id = s.report_id and s.sent_at > coalesce(r.last_sent_at, '-infinity')`);

/**
 * Derives an occurrence's status from its dispatches, and a report's last send. Its row must be locked, so that the last outcome is
 * recognised as the last.
 */
export const settleOccurrences = (db: Db, rows: readonly OccurrenceKey[]): Promise<unknown> =>
  settle(db, keysOf(rows));
