import type { Ctx } from "@/server/access/ctx";
import { isKnownType, loadReadable } from "@/server/modules/leave/balances/read";
import { type FoundLapse, findLapses } from "./find-lapses";
import { furthestNotice } from "./policy";

/**
 * The days of a person that lapse within three months, by leave type and day, for those who may read the person's balances.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function listLapses(ctx: Ctx, userId: string): Promise<FoundLapse[]> {
  const person = await loadReadable(ctx, userId);
  const lapses = await findLapses(ctx, [userId], furthestNotice);
  return lapses.filter(({ policy }) => isKnownType(person, policy));
}
