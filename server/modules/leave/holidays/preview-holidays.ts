import type { Ctx } from "@/server/access/ctx";
import { findReached } from "@/server/access/find-reached";
import { requireRight } from "@/server/access/require-right";
import { fromDays } from "@/server/modules/leave/calendars/working-days";
import type { HolidayCreate, HolidayImport, HolidayPatch } from "@/server/modules/people/places/schema";
import { planHoliday } from "./create-holiday";
import { planDeletion } from "./delete-holiday";
import { findHolidayEffect, findPeopleOnHolidays, type HolidayChange } from "./find-holiday-effect";
import { planImport } from "./import-holidays";
import { overdrawnBy } from "./recount-for-holidays";
import { planUpdate } from "./update-holiday";

/** The effect of a change of public holidays, which is not written. */
export type HolidayEffect = Awaited<ReturnType<typeof previewChange>>;

async function previewChange(ctx: Ctx, change: HolidayChange) {
  const people = await findPeopleOnHolidays(ctx, change);
  const effect = await findHolidayEffect(ctx, change, people);
  const differences = effect.recounts.map(({ leave, after }) => after - fromDays(leave.durationWorkingDays));
  // Leave stays with the location where it was booked; its person may work at another one by now.
  const reached = await findReached(ctx, people);
  const shortfalls = await overdrawnBy(ctx, effect);
  return {
    gainCount: differences.filter((difference) => difference < 0).length,
    lossCount: differences.filter((difference) => difference > 0).length,
    recounts: effect.recounts.filter(({ leave }) => reached.has(leave.userId)),
    shortfallCount: shortfalls.length,
    shortfalls: shortfalls.flatMap(({ name, ...one }) => (name === null ? [] : [{ ...one, name }])),
  };
}

/** Previews one new holiday. @throws ApiError FORBIDDEN, VALIDATION_ERROR for a location outside the caller's reach */
export async function previewHoliday(ctx: Ctx, input: HolidayCreate): Promise<HolidayEffect> {
  requireRight(ctx, "holidays:write");
  return previewChange(ctx, await planHoliday(ctx, input));
}

/**
 * Previews an import: days that have a holiday are left out.
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR for a location outside the caller's reach
 */
export async function previewHolidayImport(ctx: Ctx, input: HolidayImport): Promise<HolidayEffect> {
  requireRight(ctx, "holidays:write");
  return previewChange(ctx, await planImport(ctx, input));
}

/** Previews a changed holiday. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export async function previewHolidayUpdate(
  ctx: Ctx,
  id: string,
  patch: HolidayPatch,
): Promise<HolidayEffect> {
  requireRight(ctx, "holidays:write");
  return previewChange(ctx, await planUpdate(ctx, id, patch));
}

/** Previews the deletion of a holiday. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function previewHolidayDeletion(ctx: Ctx, id: string): Promise<HolidayEffect> {
  requireRight(ctx, "holidays:write");
  return previewChange(ctx, await planDeletion(ctx, id));
}
