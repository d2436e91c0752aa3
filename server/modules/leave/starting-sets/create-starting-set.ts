import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { importHolidays } from "@/server/modules/leave/holidays/import-holidays";
import { createStartingTypes, type NewRule } from "@/server/modules/leave/leave-types/create-starting-types";
import type { LeaveTypeCreate } from "@/server/modules/leave/leave-types/schema";
import type { HolidayImport } from "@/server/modules/people/places/schema";

interface StartingSet {
  types: readonly LeaveTypeCreate[];
  rules: readonly NewRule[];
  /** The public holidays of locations. */
  holidays: readonly HolidayImport[];
}

/**
 * Creates the leave types, leave rules and public holidays that a company starts with, all of them or none.
 * @returns the number of leave types, and of added holidays
 * @throws ApiError FORBIDDEN for any caller except an administrator, VALIDATION_ERROR at `types.<index>` or `rules.<index>`, and what an
 * import of holidays throws
 */
export function createStartingSet(
  ctx: Ctx,
  { types, rules, holidays }: StartingSet,
): Promise<{ typeCount: number; holidayCount: number }> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    let holidayCount = 0;
    for (const wanted of holidays) holidayCount += (await importHolidays(tx, wanted)).addedCount;
    return { typeCount: await createStartingTypes(tx, types, rules), holidayCount };
  });
}
