import { type SQL, sql } from "drizzle-orm";

/** A UUIDv7, like those of the application: its time grows with `n`. */
export const timeOrderedId = (n: SQL): SQL =>
  sql`(lpad(to_hex(1763000000000 + ${n}), 12, '0') || '70008000' || lpad(to_hex(${n}), 12, '0'))::uuid`;
