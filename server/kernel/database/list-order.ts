import { type AnyColumn, asc, desc, type SQL, sql } from "drizzle-orm";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { readSort, type SortOf } from "@/server/kernel/list-sorts";

type Value = AnyColumn | SQL;

/** What orders a list: a value of each row that is never null, and the type of a cursor's key. */
interface SortKey {
  value: SQL;
  type: SQL;
}

export const byName = (name: Value): SortKey => ({ value: inNameOrder(name), type: sql`text` });
export const byNumber = (number: Value): SortKey => ({ value: sql`${number}`, type: sql`bigint` });

export const byDate = (date: Value): SortKey => ({ value: sql`${date}`, type: sql`date` });

/** Rows without the instant are older than all others. */
export const byInstant = (at: Value): SortKey => ({
  value: sql`coalesce(${at}, '-infinity'::timestamptz)`,
  type: sql`timestamptz`,
});

/** A page of a list: at most `limit` rows after a position. */
export interface PageStart {
  limit: number;
  after: Position | null;
}

/** A page, and whether a list without matches has rows at all. */
export interface Listed<Row> extends Page<Row> {
  /** When nothing matches: the number of rows that the filter excludes. */
  excluded: number;
}

/**
 * The parts of a list's query for one of its orders; rows of the same key are ordered by id. `sortKey` is a column for `listed`, `after` a
 * condition.
 */
export function inListOrder<Column extends string>(
  keys: Record<Column, SortKey>,
  sort: SortOf<Column>,
  id: Value,
  { after }: Pick<PageStart, "after">,
) {
  const { column, isReversed } = readSort(sort);
  const { value, type } = keys[column as Column];
  const ordered = isReversed ? desc : asc;
  const beyond = isReversed ? sql`<` : sql`>`;
  return {
    sortKey: sql<string>`(${value})::text`,
    after: after ? sql`(${value}, ${id}) ${beyond} (${after.key}::${type}, ${after.id}::uuid)` : undefined,
    by: [ordered(value), ordered(id)],
  };
}

/**
 * Splits `limit + 1` rows into a page.
 * @param countAll the number of rows without the filter, read only when a first page is empty
 */
export async function listed<Row extends { id: string; sortKey: string }>(
  rows: Row[],
  { limit, after }: PageStart,
  countAll: () => Promise<{ count: number }[]>,
): Promise<Listed<Row>> {
  const page = pageOf(rows, limit, ({ id, sortKey }) => ({ key: sortKey, id }));
  const [all] = rows.length === 0 && after === null ? await countAll() : [];
  return { ...page, excluded: all?.count ?? 0 };
}

/** The column for `countAll` of `listed`. */
export const counted = { count: sql<number>`count(*)::int` };

/** A column: the number of rows that meet a condition. */
export const countOf = (condition: SQL | undefined) =>
  sql<number>`count(*) filter (where ${condition ?? sql`true`})::int`;
