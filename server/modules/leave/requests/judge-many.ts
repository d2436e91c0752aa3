import { and, eq, not, sql } from "drizzle-orm";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { groupBy } from "@/server/kernel/group-by";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { findLowestOfMany } from "@/server/modules/leave/balances/find-lowest-of-many";
import { isCompanys, touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { readPlaces } from "@/server/modules/leave/rules/find-enabled-rules";
import type { Crowd, Facts } from "@/server/modules/leave/rules/kinds/kind";
import { around } from "@/server/modules/leave/rules/kinds/stretch";
import {
  concernsLeave,
  type Group,
  judge,
  needsOf,
  type Rule,
  type Verdict,
} from "@/server/modules/leave/rules/policy";
import { type Counted, sizeOn } from "./count-away";
import {
  besides,
  countedGroups,
  groupKey,
  type JudgedLeave,
  lockGroups,
  readOthers,
  type TheirLeave,
} from "./read-facts";

const { placeholder } = sql;
const from = sql`${placeholder("from")}::date`;
const to = sql`${placeholder("to")}::date`;

/** Leave that makes a person of a group away. */
interface AwayLeave {
  userId: string;
  leaveTypeId: string;
  isOpen: boolean;
  days: readonly DayNumber[];
  person: Facts["person"];
}

type Span = { from: DayNumber; to: DayNumber };

/** A leave to judge, with what is known of its person, its rules, and what it adds to the leave of others. */
interface Case {
  judged: JudgedLeave;
  person: Facts["person"];
  rules: readonly Rule[];
  days: readonly DayNumber[];
}

const awayQuery = preparedBy((db) =>
  scoped(givenWorkspace, leaves)
    .select(db, {
      userId: leaves.userId,
      leaveTypeId: leaves.leaveTypeId,
      status: leaves.status,
      counts: keptCountsField,
      locationId: users.locationId,
      departmentId: users.departmentId,
    })
    .innerJoin(users, eq(users.id, leaves.userId))
    .where(
      and(eq(users.status, "ACTIVE"), isInEffect(leaves.status), touchesByPeriod(from, to), not(isCompanys)),
    )
    .prepare("leave_of_groups"),
);

/** The days of a leave that take something. */
const takenDays = ({ start, counts }: { start: DayNumber; counts: readonly number[] }): DayNumber[] =>
  counts.flatMap((count, place) => (count > 0 ? [start + place] : []));

const spanOf = (cases: readonly Case[], beside: number): Span => ({
  from:
    cases.reduce(
      (least, { judged }) => Math.min(least, judged.askedOn, judged.change.leave.period.start),
      Number.POSITIVE_INFINITY,
    ) - beside,
  to:
    cases.reduce(
      (most, { judged }) => Math.max(most, judged.askedOn, judged.change.leave.period.end),
      Number.NEGATIVE_INFINITY,
    ) + beside,
});

const range = (ctx: Ctx, span: Span) => ({
  workspaceId: ctx.actor.workspaceId,
  from: dayText(span.from),
  to: dayText(span.to),
});

async function othersOf(ctx: Ctx, cases: readonly Case[], span: Span): Promise<Map<string, TheirLeave[]>> {
  const others = await readOthers(
    ctx,
    cases.map(({ judged }) => judged.employee),
    span,
  );
  return groupBy(others, ({ userId }) => userId);
}

/** Who is away on which day, for one rule and group. */
type Attendance = Map<DayNumber, Set<string>>;

/** Counts who is away for rules that limit it, in memory: for many leaves of many groups. */
class Groups {
  readonly #attendance = new Map<string, Attendance>();
  readonly #sizes = new Map<string, ReadonlyMap<DayNumber, number>>();
  readonly #rules: ReadonlyMap<string, { rule: Rule; group: Group }>;

  constructor(counted: readonly { rule: Rule; group: Group }[]) {
    this.#rules = new Map(counted.map((one) => [this.#keyOf(one), one]));
  }

  #keyOf({ rule, group }: { rule: Rule; group: Group }): string {
    return `${rule.id} ${groupKey(group)}`;
  }

  /** Reads the sizes of groups that are counted in percent. */
  async readSizes(ctx: Ctx, span: Span, days: readonly DayNumber[]): Promise<void> {
    const known = new Map<string, ReadonlyMap<DayNumber, number>>();
    for (const [key, { rule, group }] of this.#rules) {
      if (parametersOf(rule).percent === undefined) continue;
      const name = groupKey(group);
      const size =
        known.get(name) ?? (await sizeOn(ctx, group.kind, { ...range(ctx, span), groupId: group.id }, days));
      known.set(name, size);
      this.#sizes.set(key, size);
    }
  }

  /** Adds leave to each group that its person belongs to. */
  add({ userId, leaveTypeId, isOpen, days, person }: AwayLeave): void {
    for (const [key, { rule, group }] of this.#rules) {
      const { countsOpen, ignoredLeaveTypeIds } = parametersOf(rule);
      if (!isIn(group, person) || (isOpen && !countsOpen) || ignoredLeaveTypeIds.includes(leaveTypeId))
        continue;
      const attendance: Attendance = this.#attendance.get(key) ?? new Map();
      this.#attendance.set(key, attendance);
      for (const day of days) attendance.set(day, (attendance.get(day) ?? new Set()).add(userId));
    }
  }

  /** The crowds of one leave, without its person. */
  crowdsOf(rules: readonly Rule[], person: Facts["person"], userId: string, days: readonly DayNumber[]) {
    const crowds = new Map<string, Crowd[]>();
    for (const one of countedGroups(rules, person)) {
      const key = this.#keyOf(one);
      const attendance = this.#attendance.get(key);
      const found = days.map((day) => {
        const people = attendance?.get(day);
        const away = (people?.size ?? 0) - (people?.has(userId) ? 1 : 0);
        return { day, away, size: this.#sizes.has(key) ? (this.#sizes.get(key)?.get(day) ?? 0) : null };
      });
      crowds.set(one.rule.id, [...(crowds.get(one.rule.id) ?? []), ...found]);
    }
    return crowds;
  }
}

const parametersOf = (rule: Rule): Counted => rule.parameters as unknown as Counted;

const isIn = ({ kind, id }: Group, { locationId, departmentIds, labelIds }: Facts["person"]): boolean => {
  switch (kind) {
    case "LOCATION":
      return locationId === id;
    case "DEPARTMENT":
      return departmentIds.includes(id);
    case "LABEL":
      return labelIds.includes(id);
  }
};

async function readGroups(ctx: Ctx, cases: readonly Case[], span: Span, held: boolean): Promise<Groups> {
  const counted = new Map(
    cases.flatMap(({ rules, person }) =>
      countedGroups(rules, person).map((one) => [`${one.rule.id} ${groupKey(one.group)}`, one] as const),
    ),
  );
  const all = [...counted.values()];
  if (held)
    await lockGroups(
      ctx,
      all.map(({ group }) => group),
    );
  const groups = new Groups(all);
  const days = [...new Set(cases.flatMap((one) => one.days))].sort((a, b) => a - b);
  if (all.length === 0 || days.length === 0) return groups;
  const rows = await awayQuery(ctx.db).execute(range(ctx, span));
  const people = new Map(
    rows.map(({ userId: id, locationId, departmentId }) => [id, { id, locationId, departmentId }]),
  );
  const places = await readPlaces(ctx, [...people.values()]);
  for (const { status, counts, ...row } of rows) {
    const person = places.get(row.userId);
    if (person) groups.add({ ...row, person, isOpen: status === "OPEN", days: takenDays(counts) });
  }
  await groups.readSizes(ctx, span, days);
  return groups;
}

/**
 * Judges many leaves as `judgeLeave` judges one, with a number of statements that doesn't depend on theirs. Leave that isn't stored is
 * judged beside the stored and the earlier ones.
 * @param held locks the groups of rules that limit who is away: required for booking, after the people are locked
 * @returns the verdicts of each leave
 */
export async function judgeMany(
  ctx: Ctx,
  rules: readonly Rule[],
  all: readonly JudgedLeave[],
  held: "lock" | "" = "",
): Promise<Verdict[][]> {
  if (rules.length === 0 || all.length === 0) return all.map(() => []);
  const employees = new Map(all.map(({ employee }) => [employee.id, employee]));
  const places = await readPlaces(ctx, [...employees.values()]);
  const cases = all.map((judged) => caseOf(judged, rules, places));
  const concerned = cases.filter((one) => one.rules.length > 0);
  if (concerned.length === 0) return all.map(() => []);
  const needs = needsOf(concerned.flatMap((one) => one.rules));
  const span = spanOf(concerned, around);
  const [calendars, others, groups, lowest] = await Promise.all([
    needs.has("calendar")
      ? readCalendars(
          ctx,
          concerned.map(({ judged }) => judged.locationId),
          span,
        )
      : null,
    needs.has("others") ? othersOf(ctx, concerned, span) : new Map<string, TheirLeave[]>(),
    readGroups(ctx, concerned, spanOf(concerned, 0), held === "lock"),
    needs.has("balance") ? lowestOf(ctx, concerned) : null,
  ]);
  return cases.map((one) => {
    const { judged, person, rules: concerning, days } = one;
    if (concerning.length === 0) return [];
    const { employee, leaveTypeId, askedOn, isEntered, id, change } = judged;
    const { period } = change.leave;
    const place = calendars?.get(judged.locationId);
    const own = others.get(employee.id) ?? [];
    const verdicts = judge(concerning, {
      ...{ askedOn, isEntered, leaveTypeId, period, days, person },
      employmentStart: employee.employment.start,
      calendar: place ? worksBy(place, employee.patterns) : { workWeek: [], hoursPerDay: 0, holidays: [] },
      others: besides(own, id),
      lowestBalance: lowest?.get(one) ?? null,
      crowds: groups.crowdsOf(concerning, person, employee.id, days),
    });
    // Later ones are judged beside it.
    if (id === null) {
      others.set(employee.id, [...own, { id, userId: employee.id, leaveTypeId, period, askedOn }]);
      groups.add({ userId: employee.id, leaveTypeId, isOpen: false, days, person });
    }
    return verdicts;
  });
}

function caseOf(
  judged: JudgedLeave,
  rules: readonly Rule[],
  places: ReadonlyMap<string, Facts["person"]>,
): Case {
  const { employee, leaveTypeId, change } = judged;
  const { period, days } = change.leave;
  const person = places.get(employee.id);
  if (!person) throw new Error("A person was given, and their place did not come back");
  return {
    ...{ judged, person },
    rules: rules.filter((rule) => concernsLeave(rule, { person, leaveTypeId, period })),
    days: takenDays(days),
  };
}

/** The lowest balance with each leave of a rule that limits it, beside the earlier ones that aren't stored. */
async function lowestOf(ctx: Ctx, cases: readonly Case[]): Promise<ReadonlyMap<Case, Thousandths | null>> {
  const asked = cases.flatMap((one) => {
    const { policy } = one.judged;
    return policy && one.rules.some(({ kind }) => kind === "BALANCE_FLOOR") ? [{ one, policy }] : [];
  });
  const taken = new Map<string, JudgedLeave["change"]["leave"][]>();
  const given = asked.map(({ one, policy }) => {
    const { employee, change, leaveTypeId, id } = one.judged;
    const balance = `${employee.id} ${leaveTypeId}`;
    const besides = taken.get(balance) ?? [];
    if (id === null) taken.set(balance, [...besides, change.leave]);
    return {
      employee,
      policy,
      besides,
      change: id === null ? change : { ...change, replaced: { id, cover: null } },
    };
  });
  const lowest = await findLowestOfMany(ctx, given);
  return new Map(asked.map(({ one }, place) => [one, lowest[place] ?? null]));
}
