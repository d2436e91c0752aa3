import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { findAbsencePeriods, type WallchartFilter } from "./find-absence-periods";
import { findTeam } from "./find-team";
import { findRows, type WallchartRow, workplaceOf } from "./find-wallchart";
import { awayIn, type Calendars, daysOf, placeOf } from "./policy";
import { readWorkplaces } from "./read-workplaces";

export interface AwayDaysQuestion extends WallchartFilter {
  /** The number of days in a part: 1, or 7 for weeks. */
  step: number;
  /** The number of people of a part to skip, before `limit` people. */
  skip: number;
  limit: number;
  /** Whether the departments of the caller come before the others. */
  teamFirst?: boolean;
}

interface AwayPart {
  first: DayNumber;
  awayCount: number;
  /** People whose absence is not approved yet. */
  pendingCount: number;
  /** People who work at another place. */
  elsewhereCount: number;
  /** Oneself first, then the others by name; those who work elsewhere last. */
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

const noTeam: readonly string[] = [];

/**
 * The people within sight who are absent, approved or open, or work elsewhere, by day or by week: some of them, and their number. Parts without absences are
 * left out.
 */
export async function findAwayDays(ctx: Ctx, question: AwayDaysQuestion): Promise<AwayDays> {
  const { step, skip, limit, teamFirst = false, ...filter } = question;
  const sight = await loadSight(ctx);
  const days = daysOf(question);
  const [periods, team] = await Promise.all([
    findAbsencePeriods(ctx, sight, filter, { byName: true }),
    teamFirst ? findTeam(ctx) : noTeam,
  ]);
  const calendars = await readWorkplaces(ctx, periods, days);
  const inTeam = new Set(periods.flatMap((one) => (team.includes(one.departmentId) ? [one.userId] : [])));
  const byTeam = (ids: readonly string[]) => [
    ...ids.filter((id) => inTeam.has(id)),
    ...ids.filter((id) => !inTeam.has(id)),
  ];
  const parts = awayIn(periods, calendars, days, step).map(({ people, ...counts }) => {
    const absentCount = people.length - counts.elsewhereCount;
    const ordered = [...byTeam(people.slice(0, absentCount)), ...byTeam(people.slice(absentCount))];
    const others = ordered.filter((id) => id !== ctx.actor.userId);
    const ids = others.length < people.length && ctx.actor.userId ? [ctx.actor.userId, ...others] : others;
    return { ...counts, userIds: ids.slice(skip, skip + limit), hasMore: ids.length > skip + limit };
  });
  const shown = [...new Set(parts.flatMap(({ userIds }) => userIds))];
  const rows = await findRows(ctx, sight, shown, filter);
  // A person who moved between the two reads has no calendar yet.
  return { parts, calendars, people: rows.filter((row) => calendars.has(placeOf(workplaceOf(row)))) };
}
