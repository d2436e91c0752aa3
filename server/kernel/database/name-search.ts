import { type AnyColumn, type Placeholder, type SQL, sql } from "drizzle-orm";

type Text = AnyColumn | SQL;
/** The search text. */
type Given = Placeholder | string;

/** Escapes the wildcards of `text` for a LIKE pattern. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** A name folded for a search. Tables of thousands of rows store it in a column: `searchName` of drizzle/schema/columns.ts. */
export const folded = (name: Text): SQL => sql`search_folded(${name})`;

/** Folded once per statement, not per row. */
const needle = (text: Given): SQL => sql`(select search_folded(${text}::text))`;

/** Whether a folded name contains `text`, ignoring case and accents. */
export const holds = (foldedName: Text, text: Given): SQL => sql`strpos(${foldedName}, ${needle(text)}) > 0`;

/** For ORDER BY: names that begin with `text` come first. */
export const beginningFirst = (foldedName: Text, text: Given): SQL =>
  sql`not starts_with(${foldedName}, ${needle(text)})`;

/**
 * Names in the order that people expect, that of Unicode's collation. Use it for ORDER BY and for comparisons with a page's start, never
 * for an index: an ICU upgrade may change it.
 */
export const inNameOrder = (name: Text): SQL => sql`${name} collate "und-x-icu"`;

/** The first matches of a name search. */
export interface FoundNames<Row> {
  items: Row[];
  /** Whether more names match: a longer text would narrow them down. */
  hasMore: boolean;
}

/** @param rows the matches, read with a limit of `limit + 1` */
export const foundNames = <Row>(rows: readonly Row[], limit: number): FoundNames<Row> => ({
  items: rows.slice(0, limit),
  hasMore: rows.length > limit,
});
