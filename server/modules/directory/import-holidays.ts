import { and, eq } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { invalid } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { acquireLock } from "@/server/kernel/lock";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { recordAudit } from "@/server/modules/audit/record";
import { holidayFaults } from "./create-holiday";
import type { HolidayImport } from "./schema";

/**
 * Adds holidays to a location at once. A day that has a holiday already keeps the one that it has, whatever it is called: importing the
 * same again, or by two people in two languages, adds each day once. Leave that was booked before keeps the working days that it was
 * booked with. Administrators and, in their own locations, location admins.
 * @returns how many were added, and how many days had one
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
    // That a day has one holiday is no rule of the table: somebody may add a second one by hand.
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
    // Somebody may have added one by hand at the same moment.
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
