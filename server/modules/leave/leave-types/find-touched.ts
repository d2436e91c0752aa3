import { type SQL, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { credits } from "@/drizzle/schema/credits";
import { events } from "@/drizzle/schema/events";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import { hour } from "@/server/kernel/time/clock";

/** A point in the database's history: any later read sees everything committed before it. */
export interface Mark {
  /** The oldest transaction that was still running. */
  transaction: string;
  /** Rows with an id before this one are older, however long their transaction took. */
  afterId: string;
}

/** Longer than any of our transactions, and than the clock skew between processes. */
const longestMs = hour;

const { placeholder } = sql;
const readMark = statement<{ transaction: string }>(
  sql`select pg_snapshot_xmin(pg_current_snapshot())::text as transaction`,
);

export async function markNow(tx: Ctx): Promise<Mark> {
  const [row] = await readMark(tx.db, {});
  if (!row) throw new Error("PostgreSQL returned no snapshot");
  // A UUIDv7 starts with the milliseconds of its creation (RFC 9562, 5.7).
  const now = Number.parseInt(newId().replace("-", "").slice(0, 12), 16);
  const digits = (now - longestMs).toString(16).padStart(12, "0");
  return {
    transaction: row.transaction,
    afterId: `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`,
  };
}

const own = sql`${placeholder("workspaceId")}::uuid`;
/** Not yet committed at the mark. Transaction IDs wrap around, so ages are compared. */
const isYoung = sql`age(row.xmin) <= age(${placeholder("transaction")}::text::xid8::xid)`;
const isNew = sql`row.id >= ${placeholder("afterId")}::uuid and ${isYoung}`;

const touchedBy = (whichEvents: SQL) =>
  statement<{ id: string }>(sql`
  select row.id from ${users} row where row.workspace_id = ${own} and ${isYoung}
  union select row.subject_user_id from ${events} row where row.workspace_id = ${own} and ${isNew} and ${whichEvents}
  union select row.user_id from ${balanceAdjustments} row where row.workspace_id = ${own} and ${isNew}
  union select row.user_id from ${credits} row where row.workspace_id = ${own} and ${isYoung}
  union select row.user_id from ${workPatterns} row where row.workspace_id = ${own} and ${isNew}
  union select (row.changes -> 'userId' ->> 'from')::uuid from ${auditEvents} row
    where row.workspace_id = ${own} and ${isNew} and row.action = 'work_pattern.delete'`);

const touched = touchedBy(sql`true`);
const touchedElsewhere = touchedBy(sql`not row.data ? 'isNotifiedApart'`);

/**
 * The people whose balances may have changed since a mark: their leave, entitlements, patterns or record changed, which the rows that every
 * such change writes show. May include people without a change.
 * @param but without recounts for public holidays: for one that has recorded its own, and sees those of others by the holidays
 */
export async function findTouched(
  tx: Ctx,
  mark: Mark,
  but: "recounts" | "" = "",
): Promise<ReadonlySet<string>> {
  const find = but ? touchedElsewhere : touched;
  const rows = await find(tx.db, { workspaceId: tx.actor.workspaceId, ...mark });
  return new Set(rows.map(({ id }) => id));
}
