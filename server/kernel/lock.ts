import { sql } from "drizzle-orm";
import type { Db } from "./db";

/**
 * Waits until nobody else holds this name, and holds it until the open transaction ends; a crash lets go of it. For rules over
 * several rows, which no constraint can hold.
 */
export async function holdLock(db: Db, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 23))`);
}
