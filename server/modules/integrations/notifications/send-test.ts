import { occurrences } from "@/drizzle/schema/schedules";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { wake } from "@/server/kernel/database/wake";
import { ApiError } from "@/server/kernel/errors";
import { takeToken } from "@/server/kernel/http/throttle";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { localDate } from "@/server/kernel/time/calendar-date";
import { minute } from "@/server/kernel/time/clock";
import { loadScheduled } from "@/server/modules/integrations/schedules/load-scheduled";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { notificationSchedule } from "./schedule";
import { textsKind } from "./text-work";

/** Rate limit of tests: this many at once, then one per five minutes, because the addresses belong to other people. */
const rate = { burst: 5, intervalMs: 5 * minute };

/**
 * Sends today's message to the real destinations, marked as a test; also when it is paused or there are no absences.
 * @returns the occurrence whose history shows it
 * @throws ApiError RESOURCE_NOT_FOUND, RATE_LIMITED
 */
export function sendTest(ctx: Ctx, notificationId: string): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const row = await loadScheduled(notificationSchedule, tx, notificationId);
    const now = tx.now();
    const taken = await takeToken(tx.db, `notification-test:${row.id}`, { ...rate, now });
    if (!taken.ok)
      throw new ApiError("RATE_LIMITED", {
        ...because("testsOften", { minutes: Math.ceil(taken.retryAfterSeconds / 60) }),
        resolution: `Wait ${Math.ceil(taken.retryAfterSeconds / 60)} minutes.`,
      });
    const id = newId();
    await tx.db.insert(occurrences).values({
      workspaceId: row.workspaceId,
      id,
      notificationId,
      kind: "test",
      localDate: localDate(now, row.timezone),
      dueAt: now,
      status: "pending",
      nextAttemptAt: now,
      createdAt: now,
    });
    await recordAudit(tx, {
      action: "notification.test",
      resourceType: "notification",
      resourceId: notificationId,
    });
    tx.afterCommit?.push(() => wake(ctx.services, textsKind));
    return id;
  });
}
