import { sql } from "drizzle-orm";
import { type Db, statement } from "./db";

const lock = statement(sql`select pg_advisory_xact_lock(hashtextextended(${sql.placeholder("name")}, 23))`);

/**
 * Waits until nobody else holds this name, and holds it until the open transaction ends; a crash lets go of it. For rules over
 * several rows, which no constraint can hold.
 */
export async function holdLock(db: Db, name: string): Promise<void> {
  await lock(db, { name });
}
