import type { Ctx } from "@/server/access/ctx";
import { type DayNumber, dayNumber, dayText, localDate } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { touchesDays } from "@/server/kernel/time/date-range";
import type { YearSettings } from "@/server/modules/leave/balances/accounting-year";
import { type AskedLeave, findEffects, type Remaining } from "@/server/modules/leave/balances/find-effects";
import { termsOf } from "@/server/modules/leave/balances/terms";
import { dayHoursOf, hoursOf, hoursPerDayOf } from "@/server/modules/leave/calendars/hours";
import { periodOf, wholeDatesOf } from "@/server/modules/leave/calendars/period";
import {
  type CountedDay,
  countedBy,
  explainDays,
  type Period,
  type WorkCalendar,
} from "@/server/modules/leave/calendars/working-days";
import { levelsOf } from "@/server/modules/leave/requests/approvers";
import { judgeWaiting } from "@/server/modules/leave/requests/judge-waiting";
import { deciderOf } from "@/server/modules/leave/requests/standing";
import { isCancelling, isChanging, turnOf } from "@/server/modules/leave/requests/transitions";
import type { Verdict } from "@/server/modules/leave/rules/policy";
import { balanceWarning, teamWarning, type Warning, windowAround } from "./policy";
import {
  type NearLeave,
  readTeams,
  readTeamsAway,
  type Team,
  type TeamAway,
  type TeamSpan,
} from "./read-team";
import { chainOfRequest, type RequestRow } from "./store";

/** The facts that a decision about a request depends on. */
export interface RequestFacts {
  /** The current level, and the number of levels. */
  level: 1 | 2;
  levels: 1 | 2;
  period: Period;
  days: CountedDay[];
  /** The person's work calendar at the location of the leave. */
  calendar: WorkCalendar;
  window: { from: DayNumber; to: DayNumber };
  /** Active people of the department within sight. */
  teamSize: number;
  /** Leave of colleagues within sight that overlaps the window or the request. */
  team: NearLeave[];
  /** The person's own leave of the last twelve months. */
  history: NearLeave[];
  /** The remaining balance; null when the leave type no longer has a policy. */
  balance: { unlimited: boolean; years: Remaining[] } | null;
  /** Where its type is shown in hours: those of the leave, and those of a day of the balance. */
  hours: number | null;
  hoursPerDay: number | null;
  /** The hours of the person's day, in whatever the type is shown. */
  dayHours: number;
  warnings: Warning[];
  /** The leave rules that it breaks by the facts of now. */
  rules: Verdict[];
}

const optionalDay = (date: string | null): DayNumber | null => (date === null ? null : dayNumber(date));

const settingsOf = ({ person, place }: RequestRow): YearSettings => ({
  quotaReset: place.quotaReset,
  yearStart: place.yearStart,
  rolloverExpiry: place.rolloverExpiry,
  employment: { start: optionalDay(person.startDate), end: optionalDay(person.endDate) },
  knownSince: dayNumber(utcDay(person.createdAt)),
});

const todayAt = (ctx: Ctx, { place }: RequestRow): DayNumber =>
  dayNumber(localDate(ctx.now(), place.timezone));

const askedOf = (ctx: Ctx, row: RequestRow): AskedLeave => ({
  employee: row.person,
  leaveTypeId: row.leave.leaveTypeId,
  locationId: row.leave.locationId,
  period: periodOf(row.leave),
  days: row.counts,
  settings: settingsOf(row),
  terms: row.policy && termsOf(row.policy, ctx.actor.plan, { ...row.person, today: todayAt(ctx, row) }),
  approved: isChanging(row.leave)
    ? { leaveTypeId: row.stored.leaveTypeId, period: periodOf(row.stored), days: row.storedCounts }
    : undefined,
});

type Days = { from: DayNumber; to: DayNumber };

/** The days to read for each department, one span each. @param daysOf the days needed for a request */
function spansOf(rows: readonly RequestRow[], daysOf: (period: Period) => Days): TeamSpan[] {
  const spans = new Map<string, TeamSpan>();
  for (const { leave, person } of rows) {
    const { departmentId } = person;
    const { from, to } = daysOf(periodOf(leave));
    const known = spans.get(departmentId);
    spans.set(departmentId, {
      departmentId,
      from: Math.min(from, known?.from ?? from),
      to: Math.max(to, known?.to ?? to),
    });
  }
  return [...spans.values()];
}

/** The displayed weeks, extended to the end of the request. */
function daysShown(period: Period): Days {
  const { from, to } = windowAround(period);
  return { from, to: Math.max(to, period.end) };
}

const yearInDays = 365;

/** The effect of each request on the balance, with its work calendar; in the order of the requests. */
async function effectsOf(ctx: Ctx, rows: readonly RequestRow[]) {
  const effects = await findEffects(
    ctx,
    rows.map((row) => askedOf(ctx, row)),
  );
  return rows.map((row, index) => {
    const effect = effects[index];
    if (!effect) throw new Error("A request was given, and nothing about its balance came back");
    const period = periodOf(row.leave);
    const calendar = countedBy(effect.calendar, row.countMode);
    return {
      ...effect,
      period,
      days: explainDays(period, calendar, row.counts),
      hours: row.type.unit === "HOURS" ? hoursOf(row.counts, calendar) : null,
      hoursPerDay: hoursPerDayOf(row.type.unit, calendar, todayAt(ctx, row)),
      dayHours: dayHoursOf(calendar, todayAt(ctx, row)),
    };
  });
}

/**
 * Reads the facts for decisions about many requests, with a handful of statements for any number.
 * @returns in the order of the requests
 */
export async function readFacts(ctx: Ctx, rows: readonly RequestRow[]): Promise<RequestFacts[]> {
  if (rows.length === 0) return [];
  const today = dayNumber(utcDay(ctx.now()));
  const [{ teams, own }, effects, judged] = await Promise.all([
    readTeams(ctx, {
      spans: spansOf(rows, daysShown),
      people: [...new Set(rows.map(({ person }) => person.id))],
      own: { from: today - yearInDays, to: today },
    }),
    effectsOf(ctx, rows),
    judgedOf(ctx, rows),
  ]);
  return zip(rows, effects).map(([row, { years, ...effect }]) => {
    const around = aroundOf(row, effect.period, teams.get(row.person.departmentId));
    const certain = around.team
      .filter(({ status, isFullDayLeave }) => status === "APPROVED" && isFullDayLeave)
      .map((leave) => ({ ...leave, ...wholeDatesOf(leave) }));
    const history = (own.get(row.person.id) ?? []).filter(({ leaveId }) => leaveId !== row.leave.id);
    return {
      ...levelOf(ctx, row),
      ...around,
      ...effect,
      history: history.reverse(),
      balance: row.policy && { unlimited: row.policy.unlimited, years },
      warnings: isCancelling(row.leave) ? [] : warningsOf({ ...effect, years }, around.teamSize, certain),
      rules: judged.get(row.leave.id) ?? [],
    };
  });
}

type Listed = Pick<
  RequestFacts,
  "level" | "levels" | "balance" | "hours" | "hoursPerDay" | "dayHours" | "warnings" | "rules"
> & {
  /** The colleagues with approved leave of full days in the days of the request, each once. */
  awayNames: string[];
};

/** The colleagues who are away on a day of the request that counts, each once. */
function namesAway(others: TeamAway["leaves"], days: readonly CountedDay[]): string[] {
  const counted = days.filter(({ amount }) => amount > 0).map(({ day }) => dayText(day));
  const away = others.filter((leave) => counted.some((day) => touchesDays(leave, day)));
  return [...new Map(away.map(({ userId, name }) => [userId, name])).values()];
}

/** The part of `readFacts` that a list of requests shows. */
export async function readWarnings(ctx: Ctx, rows: readonly RequestRow[]): Promise<Listed[]> {
  if (rows.length === 0) return [];
  const spans = spansOf(rows, ({ start, end }) => ({ from: start, to: end }));
  const [teams, effects, judged] = await Promise.all([
    readTeamsAway(ctx, spans),
    effectsOf(ctx, rows),
    judgedOf(ctx, rows),
  ]);
  return zip(rows, effects).map(([row, effect]) => {
    const { size = 0, leaves = [] } = teams.get(row.person.departmentId) ?? {};
    const others = leaves.filter(({ userId }) => userId !== row.person.id);
    const warnings = isCancelling(row.leave) ? [] : warningsOf(effect, size, others);
    const { hours, hoursPerDay, dayHours } = effect;
    return {
      ...levelOf(ctx, row),
      ...{ hours, hoursPerDay, dayHours, warnings },
      balance: row.policy && { unlimited: row.policy.unlimited, years: effect.years },
      awayNames: isCancelling(row.leave) ? [] : namesAway(others, effect.days),
      rules: judged.get(row.leave.id) ?? [],
    };
  });
}

/** The rules that requests break, by leave. No rule judges that leave is cancelled. */
async function judgedOf(ctx: Ctx, rows: readonly RequestRow[]): Promise<ReadonlyMap<string, Verdict[]>> {
  const asked = rows.filter(({ leave, hasRules }) => hasRules && !isCancelling(leave));
  const verdicts = await judgeWaiting(ctx, asked);
  return new Map(asked.map(({ leave }, place) => [leave.id, verdicts[place] ?? []]));
}

type Effect = Awaited<ReturnType<typeof effectsOf>>[number];

const zip = (rows: readonly RequestRow[], effects: readonly Effect[]): [RequestRow, Effect][] =>
  rows.flatMap((row, index) => (effects[index] ? [[row, effects[index]]] : []));

/** @param away approved full-day leave; may include other days */
const warningsOf = (
  { period, days, years }: Pick<Effect, "period" | "days" | "years">,
  teamSize: number,
  away: TeamAway["leaves"],
): Warning[] => [...teamWarning(days, teamSize, wholeDays(period, away)), ...balanceWarning(years)];

function levelOf(ctx: Ctx, row: RequestRow): Pick<RequestFacts, "level" | "levels"> {
  const levels = levelsOf(deciderOf(ctx, row.person, chainOfRequest(row)));
  return { levels, level: levels === 2 && turnOf(row.leave).approvedLevel > 0 ? 2 : 1 };
}

/** Leave of colleagues in the weeks around a request, and on its days. */
function aroundOf({ person }: RequestRow, period: Period, team: Team | undefined) {
  const window = windowAround(period);
  const touches = touching(Math.min(window.from, period.start), Math.max(window.to, period.end));
  const leaves = team?.leaves.filter((leave) => leave.userId !== person.id && touches(leave));
  return { window, teamSize: team?.size ?? 0, team: leaves ?? [] };
}

/** Filters leave that touches a range of days. */
function touching(from: DayNumber, to: DayNumber) {
  const [first, last] = [dayText(from), dayText(to)];
  return (leave: Pick<NearLeave, "startDate" | "endDate">): boolean => touchesDays(leave, first, last);
}

/** Leave on the days of a request, in day numbers. */
const wholeDays = ({ start, end }: Period, away: TeamAway["leaves"]) =>
  away.filter(touching(start, end)).map(({ userId, startDate, endDate }) => ({
    userId,
    from: dayNumber(startDate),
    to: dayNumber(endDate),
  }));
