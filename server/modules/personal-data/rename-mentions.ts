import { type AnyColumn, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { balanceAdjustments, leaves } from "@/drizzle/schema/leaves";
import { mails } from "@/drizzle/schema/mails";
import { notifications } from "@/drizzle/schema/notifications";
import { operations } from "@/drizzle/schema/operations";
import { requestLog } from "@/drizzle/schema/request-log";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { webhookAttempts, webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { literal } from "@/server/kernel/sql-parts";
import type { Mentions } from "./mentions";
import { erasedName } from "./policy";

type Place = readonly [table: PgTable, ...columns: string[]];
const place = <T extends PgTable>(table: T, ...columns: (keyof T["_"]["columns"] & string)[]): Place => [
  table,
  ...columns,
];

/** Columns of text or JSON in which the service named people. */
const written = [
  place(auditEvents, "changes"),
  place(occurrences, "content"),
  place(dispatches, "errorDetail"),
  place(mails, "subject", "unsubscribe", "errorDetail"),
  place(operations, "path", "search", "result", "error"),
  place(requestLog, "path", "query", "error", "idempotencyKey", "userAgent"),
  place(webhookAttempts, "url", "message"),
];

/** Columns in which people may have named others. */
const typed = [
  place(leaves, "reason", "statusReason"),
  place(balanceAdjustments, "note"),
  place(apiKeys, "name", "description"),
  place(webhooks, "description"),
  place(notifications, "name"),
  place(scheduledReports, "name"),
];

/** The text with another name in place of what the pattern finds. */
export const renamedIn = (text: SQL, pattern: SQL): SQL =>
  sql`regexp_replace(${text}, ${pattern}, ${literal(erasedName)}, 'g')`;

/** Puts another name in place of theirs wherever the workspace's texts name them. */
export async function renameMentions(tx: Ctx, mentions: Mentions): Promise<void> {
  for (const [table, ...columns] of written)
    for (const column of columns) await renameIn(tx, table, column, mentions.written);
  for (const [table, ...columns] of typed)
    for (const column of columns) await renameIn(tx, table, column, mentions.typed);
}

async function renameIn(tx: Ctx, table: PgTable, name: string, mention: string): Promise<void> {
  const column: AnyColumn | undefined = getTableColumns(table)[name];
  if (!column) throw new Error(`There is no column ${name}`);
  const isJson = column.getSQLType() === "jsonb";
  const text = isJson ? sql`${column}::text` : sql`${column}`;
  const pattern = sql`${mention}::text`;
  const renamed = renamedIn(text, pattern);
  // Which table it is the lists above know; each of them belongs to a workspace.
  await scoped(workspaceOf(tx.actor), table as typeof mails)
    .update(tx.db)
    .set({ [name]: isJson ? sql`${renamed}::jsonb` : renamed })
    .where(sql`${text} ~ ${pattern}`);
}
