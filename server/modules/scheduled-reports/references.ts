import { coversLocation, reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import {
  type Filters,
  filterFaults,
  filterNames,
  requireKeyOwnersReach,
} from "@/server/modules/notifications/references";

/**
 * Filters as they will stand. `named` are those that the caller wrote: others may have gone since, and do not block a pause.
 * @throws ApiError FORBIDDEN when a location admin's report would not name locations, or a filter lies beyond reach; VALIDATION_ERROR
 */
export async function checkFilters(
  tx: Ctx,
  filters: Filters,
  named: readonly (keyof Filters)[] = filterNames,
): Promise<void> {
  const isLimited = reachesOf(tx).some(({ kind }) => kind !== "workspace");
  const isOwn = filters.locationIds.length > 0 && filters.locationIds.every((id) => coversLocation(tx, id));
  if (isLimited && !isOwn)
    throw new ApiError("FORBIDDEN", {
      description: "A location admin's report can only cover locations they manage.",
      resolution: "Set locationIds to one or more locations the acting user manages.",
    });
  const faults = await filterFaults(tx, Object.fromEntries(named.map((name) => [name, filters[name]])));
  if (faults.length > 0) throw invalid(faults);
  await requireKeyOwnersReach(tx, filters);
}
