import type { RuleKind } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { type Counted, countAway } from "@/server/modules/leave/requests/count-away";
import { type RuleRow, readDepartments } from "@/server/modules/leave/rules/find-enabled-rules";
import { blackoutDays } from "@/server/modules/leave/rules/kinds/blackout";
import { limitOf } from "@/server/modules/leave/rules/kinds/max-away";
import { listRules } from "@/server/modules/leave/rules/list-rules";
import { type Group, groupsOf, isWithin } from "@/server/modules/leave/rules/policy";
import type { WallchartFilter } from "./find-absence-periods";

/** The names of the rules by which no one more can be away on a day. */
export interface RuledDay {
  date: string;
  names: string[];
  /** Those of the rules that are for everyone whom the filter shows. */
  namesForAll: string[];
}

type Places = Pick<WallchartFilter, "departments" | "locations" | "labels">;

/** The rules that are about days. */
export const dayKinds: readonly RuleKind[] = ["BLACKOUT", "MAX_AWAY"];

/** No one: everyone's leave counts. */
const noUser = "00000000-0000-0000-0000-000000000000";

/** The targets of a rule beside the filter of the same kind. @param above a department with those above it */
const pairsOf = (
  rule: RuleRow,
  { departments = [], locations = [], labels = [] }: Places,
  above: (id: string) => readonly string[],
) =>
  [
    { targets: rule.locationIds, shown: locations.map((id) => [id]) },
    { targets: rule.departmentIds, shown: departments.map(above) },
    { targets: rule.labelIds, shown: labels.flatMap(({ id }) => (id ? [[id]] : [])) },
  ] satisfies { targets: readonly string[]; shown: readonly (readonly string[])[] }[];

type Pairs = ReturnType<typeof pairsOf>;
const isOneOf = (targets: readonly string[]) => (ids: readonly string[]) =>
  ids.some((id) => targets.includes(id));

/** Whether a rule can be about some of the people shown: its targets and the filter share one, or one of the two names none. */
const concernsShown = (pairs: Pairs): boolean =>
  pairs.every(
    ({ targets, shown }) => targets.length === 0 || shown.length === 0 || shown.some(isOneOf(targets)),
  );

/** Whether it is about all of them, as far as their place tells. */
const concernsAllShown = (pairs: Pairs): boolean =>
  pairs.every(
    ({ targets, shown }) => targets.length === 0 || (shown.length > 0 && shown.every(isOneOf(targets))),
  );

/** The group of a number away, if the filter shows one place, department or label alone. */
function shownGroup(
  rule: RuleRow,
  { departments = [], locations = [], labels = [] }: Places,
  above: (id: string) => readonly string[],
): Group | null {
  const labelIds = labels.flatMap(({ id }) => id ?? []);
  if (departments.length + locations.length + labelIds.length !== 1) return null;
  const { group } = rule.parameters as { group: Group["kind"] };
  const [departmentId] = departments;
  if ((group === "LOCATION") !== locations.length > 0) return null;
  const [locationId = ""] = locations;
  const departmentIds = departmentId === undefined ? [] : above(departmentId);
  return groupsOf(rule, { locationId, departmentIds, labelIds })[0] ?? null;
}

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
  const rules = (await listRules(ctx)).filter((rule) => rule.isEnabled && dayKinds.includes(rule.kind));
  const above = rules.length > 0 && filter.departments ? await readDepartments(ctx) : (id: string) => [id];
  const found = new Map<DayNumber, RuledDay>();
  for (const rule of rules) {
    const pairs = pairsOf(rule, filter, above);
    if (!concernsShown(pairs)) continue;
    const within = days.filter((day) => isWithin(rule, day));
    const group = rule.kind === "MAX_AWAY" ? shownGroup(rule, filter, above) : null;
    const isForAll = concernsAllShown(pairs);
    const add = (day: DayNumber) => {
      const one = found.get(day) ?? { date: dayText(day), names: [], namesForAll: [] };
      one.names.push(rule.name);
      if (isForAll) one.namesForAll.push(rule.name);
      found.set(day, one);
    };
    if (rule.kind === "BLACKOUT") blackoutDays(rule.parameters, within).forEach(add);
    else if (group && within.length > 0) {
      const counted = rule.parameters as unknown as Counted & { count?: number };
      const [crowd = []] = await countAway(ctx, [{ group, how: counted }], { userId: noUser, days: within });
      for (const { day, away, size } of crowd) if (away > 0 && away >= limitOf(counted, size)) add(day);
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, day]) => day);
}
