import { and, eq } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { acquireLock } from "@/server/kernel/database/lock";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { invalid } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { holidayFaults } from "./create-holiday";
import type { HolidayImport } from "./schema";

/**
 * Adds holidays to a location at once. A day that already has a holiday keeps it, whatever its name: repeated imports, or imports by two
 * people in two languages, add each day once. Leave booked earlier keeps its working days. Allowed to administrators and, in their own
 * locations, to location admins.
 * @returns the number of added holidays, and of days that already had one
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR for a location outside the caller's reach
 */
export function importHolidays(
  ctx: Ctx,
  { locationId, holidays: wanted }: HolidayImport,
): Promise<{ addedCount: number; presentCount: number }> {
  requireRight(ctx, "holidays:write");
  return inTransaction(ctx, async (tx) => {
    const faults = await holidayFaults(tx, { locationId });
    if (faults.length > 0) throw invalid(faults);
    const { workspaceId } = tx.actor;
    // The table has no constraint of one holiday per day: a user may add a second one by hand.
    await acquireLock(tx.db, `holiday-import:${workspaceId}:${locationId}`);
    const byDate = new Map(wanted.map((holiday) => [holiday.date, holiday]));
    const dates = [...byDate.keys()];
    const present = await scoped(workspaceOf(tx.actor), holidays)
      .selectDistinct(tx.db, { date: holidays.date })
      .where(and(eq(holidays.locationId, locationId), isAnyOf(holidays.date, dates)));
    for (const { date } of present) byDate.delete(date);
    const rows = [...byDate.values()].map((holiday) => ({
      ...holiday,
      workspaceId,
      locationId,
      id: newId(),
    }));
    if (rows.length === 0) return { addedCount: 0, presentCount: dates.length };
    // A user may have added the same one by hand in the meantime.
    const added = await tx.db
      .insert(holidays)
      .values(rows)
      .onConflictDoNothing()
      .returning({ date: holidays.date, name: holidays.name });
    await recordAudit(tx, {
      action: "holiday.import",
      resourceType: "location",
      resourceId: locationId,
      changes: { holidays: { to: added.map(({ date, name }) => `${date} ${name}`).sort() } },
    });
    return { addedCount: added.length, presentCount: dates.length - added.length };
  });
}
