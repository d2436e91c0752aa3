import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import type { Sight } from "@/server/access/sight";
import { dayText } from "@/server/kernel/calendar-date";
import { findConflicts } from "./find-conflicts";
import { countDays, type DayCount, daysOf } from "./policy";
import { type AwayFilter, readAway, readAwayGroups } from "./read-away";
import { readHeadCounts } from "./read-head-counts";
import { readWorkplaces } from "./read-workplaces";

export interface WallchartFilter extends AwayFilter {
  onlyConflicts: boolean;
}

/** For each day how many of the people within sight are away, or have asked to be, and out of how many. */
export async function findWallchartCounts(
  ctx: Ctx,
  filter: WallchartFilter,
): Promise<(DayCount & { date: string })[]> {
  const sight = await loadSight(ctx);
  const { departments, locations, labels } = filter;
  const days = daysOf(filter);
  const [{ spells, groups }, heads] = await Promise.all([
    findAway(ctx, sight, filter),
    readHeadCounts(ctx, sight, { departments, locations, labels }),
  ]);
  const calendars = await readWorkplaces(ctx, heads, days);
  return countDays(spells, groups, heads, calendars, days).map((count, index) => ({
    date: dayText(days.first + index),
    ...count,
  }));
}

async function findAway(ctx: Ctx, sight: Sight, { onlyConflicts, ...filter }: WallchartFilter) {
  if (!onlyConflicts && !filter.leaveTypes) return readAwayGroups(ctx, sight, filter);
  const [spells, conflicts] = await Promise.all([
    readAway(ctx, sight, filter),
    onlyConflicts ? findConflicts(ctx, sight, filter) : null,
  ]);
  return {
    spells: conflicts ? spells.filter(({ userId }) => conflicts.has(userId)) : spells,
    groups: [],
  };
}
