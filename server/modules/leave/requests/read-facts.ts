import { sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { preparedBy } from "@/server/kernel/database/db";
import { acquireLock } from "@/server/kernel/database/lock";
import { readColumns } from "@/server/kernel/database/row-reader";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import type { Policy } from "@/server/modules/leave/balances/cover-case";
import { findLowestOfMany, type LowestCase } from "@/server/modules/leave/balances/find-lowest-of-many";
import type { CoverChange } from "@/server/modules/leave/balances/find-shortfall";
import { inEffectOfPeople, touchesInHalves } from "@/server/modules/leave/calendars/away";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Crowd, Facts, Need, OtherLeave } from "@/server/modules/leave/rules/kinds/kind";
import { around } from "@/server/modules/leave/rules/kinds/stretch";
import { type Group, groupsOf, type Rule } from "@/server/modules/leave/rules/policy";
import { type Counted, countAway, countedBy } from "./count-away";
import { askedOnOf } from "./policy";

/** A leave to judge. */
export interface JudgedLeave {
  employee: Employee;
  leaveTypeId: string;
  locationId: string;
  askedOn: DayNumber;
  /** Whether someone who manages the person enters it for them now. */
  isEntered: boolean;
  /** The stored leave that it is, or that it replaces. */
  id: string | null;
  policy: Policy | null;
  change: CoverChange;
}

const { placeholder } = sql;

/** Other leave, of which the person is known. */
export interface TheirLeave extends OtherLeave {
  id: string | null;
  userId: string;
}

const near = touchesInHalves(sql`${placeholder("from")}::date`, sql`${placeholder("to")}::date`);
const othersQuery = preparedBy((db) =>
  db
    .select(
      readColumns({
        id: leaves.id,
        userId: leaves.userId,
        leaveTypeId: leaves.leaveTypeId,
        startDate: leaves.startDate,
        endDate: leaves.endDate,
        isFullDayLeave: leaves.isFullDayLeave,
        startHour: leaves.startHour,
        startMinute: leaves.startMinute,
        endHour: leaves.endHour,
        endMinute: leaves.endMinute,
        startPart: leaves.startPart,
        endPart: leaves.endPart,
        createdAt: leaves.createdAt,
        changeAskedAt: leaves.changeAskedAt,
      }),
    )
    .from(inEffectOfPeople(placeholder("userIds"), near))
    .prepare("other_leave_of_people"),
);

/** The other leave of people in a range of days, as far as rules look at it, and what is judged itself. */
export async function readOthers(
  ctx: Ctx,
  employees: readonly Pick<Employee, "id" | "timezone">[],
  span: { from: DayNumber; to: DayNumber },
): Promise<TheirLeave[]> {
  const timezones = new Map(employees.map(({ id, timezone }) => [id, timezone]));
  const rows = await othersQuery(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    userIds: [...timezones.keys()],
    from: dayText(span.from),
    to: dayText(span.to),
  });
  return rows.map(({ id, userId, leaveTypeId, ...row }) => ({
    ...{ id, userId, leaveTypeId },
    period: periodOf(row),
    askedOn: askedOnOf({ id, ...row }, timezones.get(userId) ?? "UTC"),
  }));
}

/** Other leave of a judged leave's person, without the leave itself. */
export const besides = (others: readonly TheirLeave[], id: string | null): TheirLeave[] =>
  others.filter((other) => id === null || other.id !== id);

/** The groups in which rules count a person's leave. */
export const countedGroups = (
  rules: readonly Rule[],
  person: Facts["person"],
): { rule: Rule; group: Group }[] =>
  rules
    .filter(({ kind }) => kind === "MAX_AWAY")
    .flatMap((rule) => groupsOf(rule, person).map((group) => ({ rule, group })));

export const groupKey = ({ kind, id }: Group): string => `${kind}:${id}`;

/** Locks groups in the order of their names until the transaction ends. The people are locked before. */
export async function lockGroups(ctx: Ctx, groups: readonly Group[]): Promise<void> {
  const names = [...new Set(groups.map(groupKey))].sort();
  // Sent together: a transaction's connection keeps their order.
  await Promise.all(names.map((name) => acquireLock(ctx.db, lockName(ctx, name))));
}

const lockName = (ctx: Ctx, group: string): string => `leave-rule:${ctx.actor.workspaceId}:${group}`;

/**
 * Counts who else is away for the rules that limit it.
 * @param held locks the groups in the order of their ids until the transaction ends, after the person: who books next counts this leave
 */
export async function findCrowds(
  ctx: Ctx,
  rules: readonly Rule[],
  judged: { userId: string; days: readonly DayNumber[]; person: Facts["person"] },
  held: boolean,
): Promise<ReadonlyMap<string, readonly Crowd[]>> {
  const found = new Map<string, Crowd[]>();
  if (judged.days.length === 0) return found;
  const counted = countedGroups(rules, judged.person).map(({ rule, group }) => {
    const how = rule.parameters as unknown as Counted;
    return { rule, group, how, key: `${groupKey(group)} ${countedBy(how)}` };
  });
  // Rules that count the same people in the same way share what is counted.
  const asked = [...new Map(counted.map((one) => [one.key, one])).values()];
  // Sent together: a transaction's connection keeps their order, so that what is counted is counted behind the locks.
  const [, crowds] = await Promise.all([
    held
      ? lockGroups(
          ctx,
          counted.map(({ group }) => group),
        )
      : undefined,
    countAway(ctx, asked, judged),
  ]);
  const crowdOf = new Map(asked.map(({ key }, place) => [key, crowds[place] ?? []]));
  for (const { rule, key } of counted)
    found.set(rule.id, [...(found.get(rule.id) ?? []), ...(crowdOf.get(key) ?? [])]);
  return found;
}

const lowestOf = async (ctx: Ctx, one: LowestCase) => (await findLowestOfMany(ctx, [one]))[0] ?? null;

/**
 * Reads what rules have to know of a leave, no more.
 * @param rules the ones that concern the leave
 * @param held whether the transaction books by what is counted
 */
export async function readFacts(
  ctx: Ctx,
  rules: readonly Rule[],
  needs: ReadonlySet<Need>,
  judged: JudgedLeave & { person: Facts["person"] },
  held: boolean,
): Promise<Facts> {
  const { employee, leaveTypeId, locationId, askedOn, isEntered, policy, change, person } = judged;
  const { period, days: counts } = change.leave;
  const days = counts.counts.flatMap((count, place) => (count > 0 ? [counts.start + place] : []));
  const span = { from: Math.min(askedOn, period.start) - around, to: Math.max(askedOn, period.end) + around };
  const [calendar, others, lowestBalance, crowds] = await Promise.all([
    needs.has("calendar") ? readCalendar(ctx, locationId, span, employee) : noCalendar,
    needs.has("others")
      ? readOthers(ctx, [employee], { from: period.start - around, to: period.end + around })
      : [],
    needs.has("balance") && policy ? lowestOf(ctx, { employee, policy, change }) : null,
    needs.has("crowds") ? findCrowds(ctx, rules, { userId: employee.id, days, person }, held) : noCrowds,
  ]);
  return {
    ...{ askedOn, isEntered, leaveTypeId, period, days, person, calendar, lowestBalance, crowds },
    others: besides(others, judged.id),
    employmentStart: employee.employment.start,
  };
}

const noCalendar = { workWeek: [], hoursPerDay: 0, holidays: [] };
const noCrowds: ReadonlyMap<string, readonly Crowd[]> = new Map();
