import type { Ctx } from "@/server/access/ctx";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { type Counted, countAway } from "@/server/modules/leave/requests/count-away";
import type { RuleRow } from "@/server/modules/leave/rules/find-enabled-rules";
import { isInRange, type Range } from "@/server/modules/leave/rules/kinds/blackout";
import { limitOf } from "@/server/modules/leave/rules/kinds/max-away";
import { listRules } from "@/server/modules/leave/rules/list-rules";
import type { Group } from "@/server/modules/leave/rules/policy";
import type { WallchartFilter } from "./find-absence-periods";

/** The names of the rules by which no one more can be away on a day. */
export interface RuledDay {
  date: string;
  names: string[];
}

type Places = Pick<WallchartFilter, "departments" | "locations" | "labels">;

/** No one: everyone's leave counts. */
const noUser = "00000000-0000-0000-0000-000000000000";

/** Whether a rule can be about some of the people shown: its targets and the filter share one, or one of the two names none. */
const concernsShown = (rule: RuleRow, { departments, locations, labels }: Places): boolean =>
  (
    [
      [rule.locationIds, locations],
      [rule.departmentIds, departments],
      [rule.labelIds, labels?.flatMap(({ id }) => id ?? [])],
    ] as const
  ).every(
    ([targets, shown = []]) =>
      targets.length === 0 || shown.length === 0 || targets.some((id) => shown.includes(id)),
  );

/** The group of a number away, if the filter shows exactly that group. */
function shownGroup(rule: RuleRow, { departments = [], locations = [], labels = [] }: Places): Group | null {
  const { group } = rule.parameters as { group: Group["kind"] };
  const ids = { DEPARTMENT: departments, LOCATION: locations, LABEL: labels.flatMap(({ id }) => id ?? []) };
  const [only, ...others] = ids[group];
  const isAlone = Object.entries(ids).every(([kind, some]) => kind === group || some.length === 0);
  return only !== undefined && others.length === 0 && isAlone ? { kind: group, id: only } : null;
}

const isWithin = (day: DayNumber, { fromDate, toDate }: RuleRow): boolean =>
  (fromDate === null || day >= dayNumber(fromDate)) && (toDate === null || day <= dayNumber(toDate));

/**
 * The days on which rules that the caller may read let no one of the people shown be away: days without leave, and days on which as many
 * are away as can be. A number away is returned when the filter shows its group alone.
 */
export async function findRuledDays(
  ctx: Ctx,
  filter: Places & { startDate: string; endDate: string },
): Promise<RuledDay[]> {
  const [start, end] = [dayNumber(filter.startDate), dayNumber(filter.endDate)];
  const days = Array.from({ length: end - start + 1 }, (_, at) => start + at);
  const rules = (await listRules(ctx)).filter((rule) => rule.isEnabled && concernsShown(rule, filter));
  const names = new Map<DayNumber, string[]>();
  const add = (day: DayNumber, name: string) => names.set(day, [...(names.get(day) ?? []), name]);
  for (const rule of rules) {
    const within = days.filter((day) => isWithin(day, rule));
    const group = rule.kind === "MAX_AWAY" ? shownGroup(rule, filter) : null;
    if (rule.kind === "BLACKOUT") {
      const { ranges } = rule.parameters as { ranges: Range[] };
      for (const day of within) if (ranges.some((range) => isInRange(day, range))) add(day, rule.name);
    } else if (group && within.length > 0) {
      const counted = rule.parameters as unknown as Counted & { count?: number };
      for (const { day, away, size } of await countAway(ctx, group, counted, {
        userId: noUser,
        days: within,
      }))
        if (away > 0 && away >= limitOf(counted, size)) add(day, rule.name);
    }
  }
  return [...names].sort(([a], [b]) => a - b).map(([day, some]) => ({ date: dayText(day), names: some }));
}
