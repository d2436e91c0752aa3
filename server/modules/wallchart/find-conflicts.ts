import type { Ctx } from "@/server/access/ctx";
import type { Sight } from "@/server/access/sight";
import { daysOf, inConflict } from "./policy";
import { type AwayFilter, readAway } from "./read-away";
import { readHeadCounts } from "./read-head-counts";
import { readWorkplaces } from "./read-workplaces";

/**
 * Who is away on a day on which at least half of their department, and at least two people, are. A department is all of it that is
 * within sight, whatever else is asked for.
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
