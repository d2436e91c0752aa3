import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import type { DayNumber } from "@/server/kernel/calendar-date";
import { findAbsencePeriods, type WallchartFilter } from "./find-absence-periods";
import { findRows, type WallchartRow, workplaceOf } from "./find-wallchart";
import { awayIn, type Calendars, daysOf, placeOf } from "./policy";
import { readWorkplaces } from "./read-workplaces";

export interface AwayDaysQuestion extends WallchartFilter {
  /** How many days are one part: 1, or 7 for weeks. */
  step: number;
  /** People of a part that are passed over, and how many follow them. */
  skip: number;
  limit: number;
}

interface AwayPart {
  first: DayNumber;
  awayCount: number;
  /** Who has only asked to be. */
  pendingCount: number;
  /** Oneself, and then the others by name. */
  userIds: string[];
  /** Whether others follow these. */
  hasMore: boolean;
}

export interface AwayDays {
  parts: AwayPart[];
  /** Everybody whom a part names. */
  people: WallchartRow[];
  calendars: Calendars;
}

/** By day, or by week, who within sight is away or has asked to be: some of them, and how many they are. Parts without any are left out. */
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
  // Whoever moved in between stands nowhere yet.
  return { parts, calendars, people: rows.filter((row) => calendars.has(placeOf(workplaceOf(row)))) };
}
