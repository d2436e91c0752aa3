import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { findAbsencePeriods, type WallchartFilter } from "./find-absence-periods";
import { findRows, type WallchartRow, workplaceOf } from "./find-wallchart";
import { awayIn, type Calendars, daysOf, placeOf } from "./policy";
import { readWorkplaces } from "./read-workplaces";

export interface AwayDaysQuestion extends WallchartFilter {
  /** The number of days in a part: 1, or 7 for weeks. */
  step: number;
  /** The number of people of a part to skip, before `limit` people. */
  skip: number;
  limit: number;
}

interface AwayPart {
  first: DayNumber;
  awayCount: number;
  /** People whose absence is not approved yet. */
  pendingCount: number;
  /** Oneself first, then the others by name. */
  userIds: string[];
  /** Whether more people follow. */
  hasMore: boolean;
}

export interface AwayDays {
  parts: AwayPart[];
  /** Everyone listed in a part. */
  people: WallchartRow[];
  calendars: Calendars;
}

/**
 * The people within sight who are absent, approved or open, by day or by week: some of them, and their number. Parts without absences are
 * left out.
 */
export async function findAwayDays(ctx: Ctx, question: AwayDaysQuestion): Promise<AwayDays> {
  const { step, skip, limit, ...filter } = question;
  const sight = await loadSight(ctx);
  const days = daysOf(question);
  const periods = await findAbsencePeriods(ctx, sight, filter, { byName: true });
  const calendars = await readWorkplaces(ctx, periods, days);
  const parts = awayIn(periods, calendars, days, step).map(({ people, ...counts }) => {
    const others = people.filter((id) => id !== ctx.actor.userId);
    const ids = others.length < people.length && ctx.actor.userId ? [ctx.actor.userId, ...others] : others;
    return { ...counts, userIds: ids.slice(skip, skip + limit), hasMore: ids.length > skip + limit };
  });
  const shown = [...new Set(parts.flatMap(({ userIds }) => userIds))];
  const rows = await findRows(ctx, sight, shown, filter);
  // A person who moved between the two reads has no calendar yet.
  return { parts, calendars, people: rows.filter((row) => calendars.has(placeOf(workplaceOf(row)))) };
}
