import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Db } from "./db";
import { firstId, type Position } from "./page-token";
import { settledUntil, type Written } from "./settled-until";

const { placeholder } = sql;
const given = (name: string): SQL => sql`${placeholder(name)}::timestamptz`;

/**
 * Rows written after a position, as far as they are settled. A client that continues from its last row in this order, by `position` and id,
 * misses none. Run it with `writtenParams`.
 */
export const isWrittenAfter = (position: SQL, id: AnyColumn): SQL =>
  sql`(${position}, ${id}) > (${given("fromAt")}, ${placeholder("fromId")}::uuid) and ${position} < ${given("settled")}`;

/** The position before everything written at an instant or later. */
export const startingAt = (at: Date): Position => ({ key: at.toISOString(), id: firstId });

/** Values for the placeholders of `isWrittenAfter`. Its statement must run after this call: it then sees everything settled by then. */
export async function writtenParams(db: Db, rows: Written, from: Position) {
  const settled = await settledUntil(db, rows);
  return { fromAt: from.key, fromId: from.id, settled: settled.toISOString() };
}
