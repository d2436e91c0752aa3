import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** An instant to the millisecond, so that a page token carries exactly what JavaScript can hold. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/** Every tenant table carries its workspace first in its key, so that it could be distributed by it. */
export const workspaceId = () => uuid().notNull();

/** Raw bytes: hashes and encrypted secrets. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Text compared byte by byte: the same order on every machine (decision 1.5). */
export const orderedText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
});
