import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Db } from "./db";
import { firstId, type Position } from "./page-token";
import { settledUntil } from "./settled-until";

const { placeholder } = sql;
const given = (name: string): SQL => sql`${placeholder(name)}::timestamptz`;

/**
 * What was written after a position, as far as it is settled. In this order, by `position` and id, whoever goes on from the last row that
 * they have misses none. Run it with `writtenParams`.
 */
export const isWrittenAfter = (position: SQL, id: AnyColumn): SQL =>
  sql`(${position}, ${id}) > (${given("fromAt")}, ${placeholder("fromId")}::uuid) and ${position} < ${given("settled")}`;

/** Before everything that was written at an instant or later. */
export const startingAt = (at: Date): Position => ({ key: at.toISOString(), id: firstId });

/** Values for the placeholders of `isWrittenAfter`, whose statement must come after: it sees all that was settled when this was asked. */
export async function writtenParams(db: Db, from: Position) {
  const settled = await settledUntil(db);
  return { fromAt: from.key, fromId: from.id, settled: settled.toISOString() };
}
