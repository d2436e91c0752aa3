import type { Ctx } from "@/server/access/ctx";
import type { Sight } from "@/server/access/sight";
import { daysOf, inConflict } from "./policy";
import { type AwayFilter, readAway } from "./read-away";
import { readHeadCounts } from "./read-head-counts";
import { readWorkplaces } from "./read-workplaces";

/**
 * Finds people who are absent on a day on which at least half of their department is, and at least two people. A department is everyone in
 * it within sight, regardless of other filters.
 */
export async function findConflicts(ctx: Ctx, sight: Sight, filter: AwayFilter): Promise<Set<string>> {
  const { startDate, endDate, departments } = filter;
  const days = daysOf(filter);
  const [spells, heads] = await Promise.all([
    readAway(ctx, sight, { startDate, endDate, departments }),
    readHeadCounts(ctx, sight, { departments }),
  ]);
  const calendars = await readWorkplaces(ctx, heads, days);
  return inConflict(spells, heads, calendars, days);
}
