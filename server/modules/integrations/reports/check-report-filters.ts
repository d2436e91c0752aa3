import { coversLocation, reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { checkFilters, type Filters } from "@/server/modules/integrations/schedules/check-filters";

/**
 * Checks filters as they will be stored.
 * @param named those in the request
 * @throws ApiError FORBIDDEN when a location admin's report would not name locations, or a filter lies beyond reach; VALIDATION_ERROR
 */
export async function checkReportFilters(
  tx: Ctx,
  filters: Filters,
  named?: readonly (keyof Filters)[],
): Promise<void> {
  const isLimited = reachesOf(tx).some(({ kind }) => kind !== "workspace");
  const isOwn = filters.locationIds.length > 0 && filters.locationIds.every((id) => coversLocation(tx, id));
  if (isLimited && !isOwn)
    throw new ApiError("FORBIDDEN", {
      ...because("reportPlaces"),
      resolution: "Set locationIds to one or more locations the acting user manages.",
    });
  await checkFilters(tx, filters, named);
}
