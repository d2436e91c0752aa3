import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import { carryOutDue } from "@/server/api/operation-work";
import type { Services } from "@/server/kernel/services";

/** Makes every pending operation due now. */
export const makeOperationsDue = ({ db, clock }: Services) =>
  db.update(operations).set({ dueAt: clock() }).where(eq(operations.status, "PENDING"));

/**
 * Carries out pending operations, without the pauses between attempts.
 * @throws when an operation is still pending after some seconds
 */
export async function carriedOut(services: Services): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    await makeOperationsDue(services).catch(() => undefined);
    await carryOutDue(services);
    // A test may cut any connection, including this one.
    const pending = await services.db.$count(operations, eq(operations.status, "PENDING")).catch(() => null);
    if (pending === 0) return;
    await delay(20);
  }
  throw new Error("Some operations are still pending.");
}
