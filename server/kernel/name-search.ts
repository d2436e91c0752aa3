import { type AnyColumn, type Placeholder, type SQL, sql } from "drizzle-orm";

type Text = AnyColumn | SQL;
/** What is looked for. */
type Given = Placeholder | string;

/** `text` for the pattern of LIKE: its signs mean themselves. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** A name as a search compares it. Of thousands of rows a column keeps it: `searchName` of drizzle/schema/columns.ts. */
export const folded = (name: Text): SQL => sql`search_folded(${name})`;

/** Folded once for a statement, not for each row. */
const needle = (text: Given): SQL => sql`(select search_folded(${text}::text))`;

/** Whether a folded name holds `text` somewhere, whatever its case and accents. */
export const holds = (foldedName: Text, text: Given): SQL => sql`strpos(${foldedName}, ${needle(text)}) > 0`;

/** To order by: those that begin with `text` come first. */
export const beginningFirst = (foldedName: Text, text: Given): SQL =>
  sql`not starts_with(${foldedName}, ${needle(text)})`;

/**
 * Names in the order in which people look for them, that of Unicode's collation. It is for ordering and for comparing with where a page
 * starts, never for an index: an upgrade of ICU may change it.
 */
export const inNameOrder = (name: Text): SQL => sql`${name} collate "und-x-icu"`;

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
