import type { Ctx } from "@/server/access/ctx";
import type { Sight } from "@/server/access/sight";
import { findConflicts } from "./find-conflicts";
import type { AbsencePeriod } from "./policy";
import { type AwayFilter, readAway, readAwayByName } from "./read-away";

export interface WallchartFilter extends AwayFilter {
  onlyConflicts: boolean;
}

/** Approved and open absences of people within sight; by name when the order matters. */
export async function findAbsencePeriods(
  ctx: Ctx,
  sight: Sight,
  { onlyConflicts, ...filter }: WallchartFilter,
  { byName } = { byName: false },
): Promise<AbsencePeriod[]> {
  const read = byName ? readAwayByName : readAway;
  const [periods, conflicts] = await Promise.all([
    read(ctx, sight, filter),
    onlyConflicts ? findConflicts(ctx, sight, filter) : null,
  ]);
  return conflicts ? periods.filter(({ userId }) => conflicts.has(userId)) : periods;
}
