import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** `text` for the pattern of LIKE: its signs mean themselves. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Whether a text column holds `text` somewhere, in upper or lower case. */
export const holds = (column: AnyColumn | SQL, text: string): SQL =>
  sql`${column} ilike ${`%${likeLiteral(text)}%`}`;

/** To order by: those that begin with `text` come first. */
export const beginningFirst = (column: AnyColumn | SQL, text: string): SQL =>
  sql`${column} not ilike ${`${likeLiteral(text)}%`}`;

/** Some of many that a search found. */
export interface FoundNames<Row> {
  items: Row[];
  /** Whether a longer text would show others. */
  hasMore: boolean;
}

/** @param rows one more than `limit`, if there are so many */
export const foundNames = <Row>(rows: readonly Row[], limit: number): FoundNames<Row> => ({
  items: rows.slice(0, limit),
  hasMore: rows.length > limit,
});
