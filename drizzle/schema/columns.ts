import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, customType, timestamp, uuid } from "drizzle-orm/pg-core";
import { type DayCounts, dayCountsText, readDayCounts } from "./day-counts";

/** An instant to the millisecond, so that a page token carries exactly the precision of JavaScript. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/**
 * When the row was last written, by the database's clock (`settledUntil`): a trigger of the table sets it, overriding any value of the
 * statement. Null for rows last written before the column existed.
 */
export const writtenAt = () => instant();

/** The position of a row in the order of changes, for clients that continue from their last change. `updatedAt` is a process's time. */
export const positionIn = (table: { writtenAt: AnyPgColumn; updatedAt: AnyPgColumn }): SQL<Date> =>
  sql<Date>`coalesce(${table.writtenAt}, ${table.updatedAt})`;

/** Every tenant table carries its workspace first in its key, so that it could be sharded by it. */
export const workspaceId = () => uuid().notNull();

/** Raw bytes: hashes and encrypted secrets. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Text compared byte by byte: the same order on every machine (decision 1.5). */
export const orderedText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
});

/**
 * The unique form of a name: NFC and case-folded (decision 1.19). A trigger of the table writes it (migration `names_in_unicode`). Null for
 * a name that had a duplicate before this rule existed, until it is changed.
 */
export const nameKey = () => orderedText();

/**
 * The form that a search compares: a name without case and accents. `search_folded` is a database function, and folds the search text, too.
 */
export const searchName = () => orderedText().generatedAlwaysAs(sql`search_folded("name")`);

/** An array indexed by day number, so that the same counts on other days are another value. */
export const dayCounts = customType<{ data: DayCounts; driverData: string }>({
  dataType: () => "bigint[]",
  toDriver: dayCountsText,
  fromDriver: readDayCounts,
});
