import { setTimeout as delay } from "node:timers/promises";
import { count, eq, sql } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import { carryOutDue } from "@/server/api/due-operations";
import type { Services } from "@/server/kernel/services";

/** Lets no operation wait for its next attempt. */
export const makeOperationsDue = ({ db }: Services) =>
  db
    .update(operations)
    .set({ dueAt: sql`date_trunc('milliseconds', now())` })
    .where(eq(operations.status, "PENDING"));

/**
 * Carries out what is pending, with the pauses between attempts left out.
 * @throws when something is still pending after some seconds
 */
export async function carriedOut(services: Services): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    await makeOperationsDue(services).catch(() => undefined);
    await carryOutDue(services);
    const [pending] = await services.db
      .select({ count: count() })
      .from(operations)
      .where(eq(operations.status, "PENDING"));
    if (pending?.count === 0) return;
    await delay(20);
  }
  throw new Error("Some operations are still pending.");
}
