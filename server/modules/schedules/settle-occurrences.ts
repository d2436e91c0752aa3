import { sql } from "drizzle-orm";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { arrayOf } from "@/server/kernel/array-of";
import { type Db, statement } from "@/server/kernel/db";
import { unnested } from "@/server/kernel/sql-parts";

/** An occurrence by its key. */
export interface OccurrenceKey {
  workspaceId: string;
  occurrenceId: string;
}

const settle = statement(sql`
  update ${occurrences} o
  set sent_at = coalesce(o.sent_at, s.first_sent),
    status = (case when s.pending > 0 then 'sending' when s.failed = 0 then 'sent'
      when s.sent = 0 then 'failed' else 'partly_sent' end)::occurrence_status
  from (select distinct * from ${unnested("keys", { workspace_id: "uuid", occurrence_id: "uuid" })}) k
  cross join lateral (
    select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'sent') as sent, min(sent_at) as first_sent
    from ${dispatches} d where d.workspace_id = k.workspace_id and d.occurrence_id = k.occurrence_id) s
  where o.workspace_id = k.workspace_id and o.id = k.occurrence_id`);

/** Derives an occurrence's status from its dispatches. Its row must be locked, so that the last outcome is recognised as the last. */
export const settleOccurrences = (db: Db, rows: readonly OccurrenceKey[]): Promise<unknown> =>
  settle(db, {
    workspace_id: arrayOf(rows.map(({ workspaceId }) => workspaceId)),
    occurrence_id: arrayOf(rows.map(({ occurrenceId }) => occurrenceId)),
  });
