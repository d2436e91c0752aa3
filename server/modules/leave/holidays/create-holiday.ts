import { holidays } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { getHoliday } from "@/server/modules/people/places/get-holiday";
import type { HolidayRow } from "@/server/modules/people/places/list-holidays";
import { nameableLocations } from "@/server/modules/people/places/references";
import type { HolidayCreate } from "@/server/modules/people/places/schema";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { HolidayChange } from "./find-holiday-effect";
import { recountForHolidays } from "./recount-for-holidays";

export const holidayExists = {
  holidays_day_name_unique: "holidayExists",
} as const;

/** A holiday's location must exist and lie within the caller's reach. */
export async function holidayFaults(ctx: Ctx, { locationId }: Partial<HolidayCreate>): Promise<FieldError[]> {
  if (locationId === undefined || (await nameableLocations(ctx, [locationId])).has(locationId)) return [];
  return [{ path: "locationId", ...fault("location") }];
}

/** The change that a new holiday makes. @throws ApiError VALIDATION_ERROR */
export async function planHoliday(ctx: Ctx, input: HolidayCreate): Promise<HolidayChange> {
  const faults = await holidayFaults(ctx, input);
  if (faults.length > 0) throw invalid(faults);
  return { removes: [], adds: [input] };
}

/**
 * Recounts the open and approved leave on its day. Allowed to administrators and, in their own locations, to location admins.
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR for a location outside the caller's reach, CONFLICT when the holiday already exists,
 * LEAVE_NEGATIVE_BALANCE
 */
export function createHoliday(ctx: Ctx, input: HolidayCreate): Promise<HolidayRow> {
  requireRight(ctx, "holidays:write");
  return inTransaction(ctx, async (tx) => {
    await recountForHolidays(tx, (at) => planHoliday(at, input));
    const id = newId();
    const row = { workspaceId: tx.actor.workspaceId, id, ...input };
    await orConflict(tx.db.insert(holidays).values(row), holidayExists);
    await recordAudit(tx, {
      action: "holiday.create",
      resourceType: "holiday",
      resourceId: id,
      changes: changesOf({}, input),
    });
    return getHoliday(tx, id);
  });
}
