import { coversLocation } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { getLocation, type LocationDetailRow } from "@/server/modules/people/places/get-location";
import { lastEnded, type PeriodDays, periodContaining } from "./policy";

export interface FoundPeriod {
  location: LocationDetailRow;
  days: PeriodDays;
}

async function findLocation(ctx: Ctx, id: string): Promise<LocationDetailRow | null> {
  if (!coversLocation(ctx, id)) return null;
  try {
    return await getLocation(ctx, id);
  } catch (error) {
    if (error instanceof ApiError && error.code === "RESOURCE_NOT_FOUND") return null;
    throw error;
  }
}

/**
 * The pay period of a location that the caller manages: the one that contains the date, by default the last that is over.
 * @param at the instant before which it is over, by default now
 * @throws ApiError VALIDATION_ERROR
 */
export async function findPeriod(
  ctx: Ctx,
  { locationId, date, at = ctx.now() }: { locationId: string; date?: string | undefined; at?: Date },
): Promise<FoundPeriod> {
  const location = await findLocation(ctx, locationId);
  if (!location) throw invalid([{ path: "locationId", ...fault("locationManaged") }]);
  const { payPeriod, timezone } = location;
  if (!payPeriod) throw invalid([{ path: "locationId", ...fault("payPeriodNeeded") }]);
  const days =
    date === undefined
      ? lastEnded(payPeriod, dayNumber(localDate(at, timezone)))
      : periodContaining(payPeriod, dayNumber(date));
  return { location, days };
}
