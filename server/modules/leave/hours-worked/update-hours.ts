import { type Ctx, inTransaction } from "@/server/access/ctx";
import { reaches } from "@/server/access/reach";
import { ApiError } from "@/server/kernel/errors";
import { recordHours } from "./record-hours";
import { type HoursRow, loadAnyHours } from "./store";

/**
 * Enters other hours of a period that is there (decision 16.32). Locks the person's row.
 * @throws ApiError RESOURCE_NOT_FOUND, also where the hours were deleted meanwhile; otherwise as `recordHours`
 */
export function updateHours(ctx: Ctx, id: string, hours: number): Promise<HoursRow> {
  return inTransaction(ctx, async (tx) => {
    const { hours: there, person } = await loadAnyHours(tx, id);
    if (tx.actor.userId !== person.id && !reaches(tx.reach, person)) throw new ApiError("RESOURCE_NOT_FOUND");
    const { userId, firstDay, lastDay } = there;
    return await recordHours(tx, { userId, firstDay, lastDay, hours }, { source: "PAGE", standing: id });
  });
}
