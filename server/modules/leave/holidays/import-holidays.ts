import { and, eq } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { invalid } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import type { HolidayImport } from "@/server/modules/people/places/schema";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { holidayFaults } from "./create-holiday";
import type { HolidayChange, HolidayFact } from "./find-holiday-effect";
import { recountForHolidays } from "./recount-for-holidays";

/**
 * Adds holidays to a location at once. A day that already has a holiday keeps it, whatever its name: repeated imports, or imports by two
 * people in two languages, add each day once. Recounts the open and approved leave on the new days, once for all of them. Allowed to
 * administrators and, in their own locations, to location admins.
 * @returns the number of added holidays, and of days that already had one
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR for a location outside the caller's reach, LEAVE_NEGATIVE_BALANCE
 */
export function importHolidays(
  ctx: Ctx,
  input: HolidayImport,
): Promise<{ addedCount: number; presentCount: number }> {
  requireRight(ctx, "holidays:write");
  const { locationId, holidays: wanted } = input;
  return inTransaction(ctx, async (tx) => {
    const { adds: found } = await recountForHolidays(tx, (at) => planImport(at, input));
    const { workspaceId } = tx.actor;
    const dayCount = new Set(wanted.map(({ date }) => date)).size;
    if (found.length === 0) return { addedCount: 0, presentCount: dayCount };
    const rows = found.map((holiday) => ({ ...holiday, workspaceId, id: newId() }));
    const added = await tx.db
      .insert(holidays)
      .values(rows)
      .returning({ date: holidays.date, name: holidays.name });
    await recordAudit(tx, {
      action: "holiday.import",
      resourceType: "location",
      resourceId: locationId,
      changes: { holidays: { to: added.map(({ date, name }) => `${date} ${name}`).sort() } },
    });
    return { addedCount: added.length, presentCount: dayCount - added.length };
  });
}

/**
 * The change that an import makes: of these holidays the ones on days that have none yet, the last of each day. The table has no constraint
 * of one holiday per day, because a user may add a second one by hand; the lock of rules keeps two imports apart.
 * @throws ApiError VALIDATION_ERROR
 */
export async function planImport(
  ctx: Ctx,
  { locationId, holidays: wanted }: HolidayImport,
): Promise<HolidayChange> {
  const faults = await holidayFaults(ctx, { locationId });
  if (faults.length > 0) throw invalid(faults);
  const byDate = new Map<string, HolidayFact>(
    wanted.map((holiday) => [holiday.date, { ...holiday, locationId }]),
  );
  const present = await scoped(workspaceOf(ctx.actor), holidays)
    .selectDistinct(ctx.db, { date: holidays.date })
    .where(and(eq(holidays.locationId, locationId), isAnyOf(holidays.date, [...byDate.keys()])));
  for (const { date } of present) byDate.delete(date);
  return { removes: [], adds: [...byDate.values()] };
}
