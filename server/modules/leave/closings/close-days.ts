import { eq } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { localDate } from "@/server/kernel/time/calendar-date";
import { getLocation, type LocationDetailRow } from "@/server/modules/people/places/get-location";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { findWaiting, findWaitingCredits } from "./find-waiting";
import type { ClosingRequest } from "./schema";
import { lockLocation } from "./store";

/**
 * Closes the days of a location up to one (decision 17.1): nothing that lies in them changes any more.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, VALIDATION_ERROR for a day that is not over,
 * CONFLICT when it is closed already, or while leave or a credit waits for a decision there
 */
export function closeDays(ctx: Ctx, id: string, { through }: ClosingRequest): Promise<LocationDetailRow> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockLocation(tx, id);
    const faults = throughFaults(tx, before, through);
    if (faults.length > 0) throw invalid(faults);
    if (before.closedThrough !== null && through <= before.closedThrough)
      throw new ApiError("CONFLICT", because("closedAlready", { date: before.closedThrough }));
    const [leaves, credits] = await Promise.all([
      findWaiting(tx, id, through),
      findWaitingCredits(tx, id, through),
    ]);
    const waitingCount = leaves.length + credits.length;
    if (waitingCount > 0) throw stillWaiting(waitingCount);
    await scoped(workspaceOf(tx.actor), locations)
      .update(tx.db)
      .set({ closedThrough: through })
      .where(eq(locations.id, id));
    await recordAudit(tx, {
      action: "location.close",
      resourceType: "location",
      resourceId: id,
      changes: { closedThrough: { from: before.closedThrough, to: through } },
    });
    return getLocation(tx, id);
  });
}

/** Days that are not over stay open: people still ask for them. */
export function throughFaults(
  ctx: Ctx,
  { timezone }: Pick<LocationDetailRow, "timezone">,
  through: string,
): FieldError[] {
  if (through < localDate(ctx.now(), timezone)) return [];
  return [{ path: "through", ...fault("onlyPast") }];
}

const stillWaiting = (waitingCount: number): ApiError =>
  new ApiError("CONFLICT", {
    ...because("waiting", { requests: waitingCount }),
    resolution: "Decide the requests first.",
    details: { waitingCount },
  });
