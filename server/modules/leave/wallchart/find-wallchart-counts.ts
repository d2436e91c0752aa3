import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import type { Sight } from "@/server/access/sight";
import { dayText } from "@/server/kernel/time/calendar-date";
import { findAbsencePeriods, type WallchartFilter } from "./find-absence-periods";
import { countDays, type DayCount, daysOf } from "./policy";
import { readAwayGroups } from "./read-away";
import { readHeadCounts } from "./read-head-counts";
import { readWorkplaces } from "./read-workplaces";

/**
 * For each day, the number of absent people within sight, approved or open, and the number of people who would work.
 * @param isApart whether those who work elsewhere are counted apart from the absent (decision 18.10)
 */
export async function findWallchartCounts(
  ctx: Ctx,
  filter: WallchartFilter,
  { isApart }: { isApart: boolean },
): Promise<(DayCount & { date: string })[]> {
  const sight = await loadSight(ctx);
  const { departments, locations, labels, text } = filter;
  const days = daysOf(filter);
  const [{ periods, groups }, heads] = await Promise.all([
    findAway(ctx, sight, filter),
    readHeadCounts(ctx, sight, { departments, locations, labels, text }),
  ]);
  const calendars = await readWorkplaces(ctx, heads, days);
  const absent = <A extends { isElsewhere: boolean }>(all: readonly A[]): readonly A[] =>
    isApart ? all : all.map((one) => ({ ...one, isElsewhere: false }));
  return countDays(absent(periods), absent(groups), heads, calendars, days).map((count, index) => ({
    date: dayText(days.first + index),
    ...count,
  }));
}

async function findAway(ctx: Ctx, sight: Sight, filter: WallchartFilter) {
  const { onlyConflicts, ...others } = filter;
  if (!onlyConflicts && !filter.leaveTypes) return readAwayGroups(ctx, sight, others);
  return { periods: await findAbsencePeriods(ctx, sight, filter), groups: [] };
}
