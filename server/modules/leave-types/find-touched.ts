import { sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { events } from "@/drizzle/schema/events";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { hour } from "@/server/kernel/clock";
import { statement } from "@/server/kernel/db";
import { newId } from "@/server/kernel/ids";

/** A moment of the database: what is read after it shows all that was committed before. */
export interface Mark {
  /** The oldest transaction that was still under way. */
  transaction: string;
  /** Rows with an id before this one are older, however long the transaction took that wrote them. */
  afterId: string;
}

/** Longer than any transaction of ours lasts, or clocks of processes differ. */
const longestMs = hour;

const { placeholder } = sql;
const readMark = statement<{ transaction: string }>(
  sql`select pg_snapshot_xmin(pg_current_snapshot())::text as transaction`,
);

export async function markNow(tx: Ctx): Promise<Mark> {
  const [row] = await readMark(tx.db, {});
  if (!row) throw new Error("PostgreSQL told no snapshot");
  // A UUIDv7 begins with the milliseconds of its making (RFC 9562, 5.7).
  const now = Number.parseInt(newId().replace("-", "").slice(0, 12), 16);
  const digits = (now - longestMs).toString(16).padStart(12, "0");
  return {
    transaction: row.transaction,
    afterId: `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`,
  };
}

const own = sql`${placeholder("workspaceId")}::uuid`;
/** Not yet committed at the mark. Transactions are counted around, which is why ages are compared. */
const isYoung = sql`age(row.xmin) <= age(${placeholder("transaction")}::text::xid8::xid)`;
const isNew = sql`row.id >= ${placeholder("afterId")}::uuid and ${isYoung}`;

const touched = statement<{ id: string }>(sql`
  select row.id from ${users} row where row.workspace_id = ${own} and ${isYoung}
  union select row.subject_user_id from ${events} row where row.workspace_id = ${own} and ${isNew}
  union select row.user_id from ${balanceAdjustments} row where row.workspace_id = ${own} and ${isNew}
  union select row.user_id from ${workPatterns} row where row.workspace_id = ${own} and ${isNew}
  union select (row.changes -> 'userId' ->> 'from')::uuid from ${auditEvents} row
    where row.workspace_id = ${own} and ${isNew} and row.action = 'work_pattern.delete'`);

/**
 * Whose balances may follow from something else than at a mark: whose leave, entitlements, patterns or record were changed since, by the
 * rows that every such change leaves. Some of them may not have changed.
 */
export async function findTouched(tx: Ctx, mark: Mark): Promise<ReadonlySet<string>> {
  const rows = await touched(tx.db, { workspaceId: tx.actor.workspaceId, ...mark });
  return new Set(rows.map(({ id }) => id));
}
