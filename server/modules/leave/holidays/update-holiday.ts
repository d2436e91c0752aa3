import { eq } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import { coversLocation } from "@/server/access/covers";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { ApiError, invalid } from "@/server/kernel/errors";
import { orConflict } from "@/server/kernel/http/conflict";
import { getHoliday } from "@/server/modules/people/places/get-holiday";
import type { HolidayRow } from "@/server/modules/people/places/list-holidays";
import type { HolidayPatch } from "@/server/modules/people/places/schema";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { holidayExists, holidayFaults } from "./create-holiday";
import type { HolidayChange } from "./find-holiday-effect";
import { recountForHolidays } from "./recount-for-holidays";

/** Loads a holiday for a write. @throws ApiError RESOURCE_NOT_FOUND when the acting user or the key's owner does not reach it */
export async function loadWritableHoliday(tx: Ctx, id: string): Promise<HolidayRow> {
  const holiday = await getHoliday(tx, id);
  if (!coversLocation(tx, holiday.locationId)) throw new ApiError("RESOURCE_NOT_FOUND");
  return holiday;
}

/**
 * The change that a patch of a holiday makes: none where neither day nor length nor place changes.
 * @throws ApiError RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function planUpdate(ctx: Ctx, id: string, patch: HolidayPatch): Promise<HolidayChange> {
  const before = await loadWritableHoliday(ctx, id);
  const faults = await holidayFaults(ctx, patch);
  if (faults.length > 0) throw invalid(faults);
  const after = { ...before, ...patch };
  const isSame = (["locationId", "date", "isHalfDay"] as const).every((name) => before[name] === after[name]);
  return isSame ? { removes: [], adds: [] } : { removes: [before], adds: [after] };
}

/**
 * Recounts the open and approved leave on the days before and after.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, VALIDATION_ERROR for a location outside the caller's reach, CONFLICT when such a holiday
 * already exists, LEAVE_NEGATIVE_BALANCE
 */
export function updateHoliday(ctx: Ctx, id: string, patch: HolidayPatch): Promise<HolidayRow> {
  requireRight(ctx, "holidays:write");
  return inTransaction(ctx, async (tx) => {
    await recountForHolidays(tx, (at) => planUpdate(at, id, patch));
    const before = await loadWritableHoliday(tx, id);
    await orConflict(
      scoped(workspaceOf(tx.actor), holidays).update(tx.db).set(patch).where(eq(holidays.id, id)),
      holidayExists,
    );
    await recordAudit(tx, {
      action: "holiday.update",
      resourceType: "holiday",
      resourceId: id,
      changes: changesOf(before, patch),
    });
    return getHoliday(tx, id);
  });
}
