import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import type { Sight } from "@/server/access/sight";
import { dayText } from "@/server/kernel/time/calendar-date";
import { findAbsencePeriods, type WallchartFilter } from "./find-absence-periods";
import { countDays, type DayCount, daysOf } from "./policy";
import { readAwayGroups } from "./read-away";
import { readHeadCounts } from "./read-head-counts";
import { readWorkplaces } from "./read-workplaces";

/** For each day, the number of absent people within sight, approved or open, and the number of people who would work. */
export async function findWallchartCounts(
  ctx: Ctx,
  filter: WallchartFilter,
): Promise<(DayCount & { date: string })[]> {
  const sight = await loadSight(ctx);
  const { departments, locations, labels } = filter;
  const days = daysOf(filter);
  const [{ periods, groups }, heads] = await Promise.all([
    findAway(ctx, sight, filter),
    readHeadCounts(ctx, sight, { departments, locations, labels }),
  ]);
  const calendars = await readWorkplaces(ctx, heads, days);
  return countDays(periods, groups, heads, calendars, days).map((count, index) => ({
    date: dayText(days.first + index),
    ...count,
  }));
}

async function findAway(ctx: Ctx, sight: Sight, filter: WallchartFilter) {
  const { onlyConflicts, ...others } = filter;
  if (!onlyConflicts && !filter.leaveTypes) return readAwayGroups(ctx, sight, others);
  return { periods: await findAbsencePeriods(ctx, sight, filter), groups: [] };
}
