import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { invalid } from "@/server/kernel/errors";
import { fromDays } from "@/server/modules/leave/calendars/working-days";
import { holidayFaults } from "./create-holiday";
import { findHolidayEffect, findPeopleOnHolidays, type HolidayChange } from "./find-holiday-effect";
import { findNewHolidays } from "./import-holidays";
import { overdrawnBy } from "./recount-for-holidays";
import type { HolidayImport, HolidayPatch } from "./schema";
import { loadWritableHoliday, replacedHoliday } from "./update-holiday";

/** The effect of a change of public holidays, which is not written. */
export type HolidayEffect = Awaited<ReturnType<typeof previewChange>>;

async function previewChange(ctx: Ctx, change: HolidayChange) {
  const isEmpty = change.removes.length + change.adds.length === 0;
  const people = isEmpty ? [] : await findPeopleOnHolidays(ctx, change);
  const effect = await findHolidayEffect(ctx, change, people);
  const differences = effect.recounts.map(({ leave, after }) => after - fromDays(leave.durationWorkingDays));
  return {
    gainCount: differences.filter((difference) => difference < 0).length,
    lossCount: differences.filter((difference) => difference > 0).length,
    recounts: effect.recounts,
    shortfalls: await overdrawnBy(ctx, effect),
  };
}

/**
 * Previews holidays to add to a location, as an import adds them: days that have one are left out.
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR for a location outside the caller's reach
 */
export async function previewHolidays(ctx: Ctx, input: HolidayImport): Promise<HolidayEffect> {
  requireRight(ctx, "holidays:write");
  const faults = await holidayFaults(ctx, input);
  if (faults.length > 0) throw invalid(faults);
  return previewChange(ctx, { removes: [], adds: await findNewHolidays(ctx, input) });
}

/** Previews a changed holiday. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export async function previewHolidayUpdate(
  ctx: Ctx,
  id: string,
  patch: HolidayPatch,
): Promise<HolidayEffect> {
  requireRight(ctx, "holidays:write");
  const before = await loadWritableHoliday(ctx, id);
  const faults = await holidayFaults(ctx, patch);
  if (faults.length > 0) throw invalid(faults);
  return previewChange(ctx, replacedHoliday(before, patch));
}

/** Previews the deletion of a holiday. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function previewHolidayDeletion(ctx: Ctx, id: string): Promise<HolidayEffect> {
  requireRight(ctx, "holidays:write");
  return previewChange(ctx, { removes: [await loadWritableHoliday(ctx, id)], adds: [] });
}
