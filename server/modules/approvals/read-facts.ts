import type { Ctx } from "@/server/access/ctx";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/calendar-date";
import { utcDay } from "@/server/kernel/clock";
import type { YearSettings } from "@/server/modules/balances/accounting-year";
import { type AskedLeave, findEffects, type Remaining } from "@/server/modules/balances/find-effects";
import { termsOf } from "@/server/modules/balances/terms";
import { levelsOf } from "@/server/modules/leaves/approvers";
import { periodOf } from "@/server/modules/leaves/period";
import {
  type CountedDay,
  countDays,
  fromDays,
  type Period,
  type WorkCalendar,
} from "@/server/modules/work-calendar/working-days";
import { balanceWarning, teamWarning, type Warning, windowAround } from "./policy";
import { type NearLeave, readTeams, type Team, type TeamSpan } from "./read-team";
import { deciderOf, type RequestRow } from "./store";

/** What a decision about a request follows from. */
export interface RequestFacts {
  /** At which of how many levels it stands. */
  level: 1 | 2;
  levels: 1 | 2;
  period: Period;
  days: CountedDay[];
  /** How the place of the leave works. */
  calendar: WorkCalendar;
  window: { from: DayNumber; to: DayNumber };
  /** Active people of the department within sight. */
  teamSize: number;
  /** Leave of colleagues within sight that reaches into the window or the request. */
  team: NearLeave[];
  /** The person's own leave of the last twelve months. Empty where it was not asked for. */
  history: NearLeave[];
  /** What is left; null where the leave type has no policy any more. */
  balance: { unlimited: boolean; years: Remaining[] } | null;
  warnings: Warning[];
}

const optionalDay = (date: string | null): DayNumber | null => (date === null ? null : dayNumber(date));

const settingsOf = ({ person, place }: RequestRow): YearSettings => ({
  quotaReset: place.quotaReset,
  yearStart: place.yearStart,
  rolloverExpiry: place.rolloverExpiry,
  employment: { start: optionalDay(person.startDate), end: optionalDay(person.endDate) },
  knownSince: dayNumber(utcDay(person.createdAt)),
});

const askedOf = (ctx: Ctx, row: RequestRow): AskedLeave => ({
  userId: row.person.id,
  leaveTypeId: row.leave.leaveTypeId,
  locationId: row.leave.locationId,
  period: periodOf(row.leave),
  amount: fromDays(row.leave.durationWorkingDays),
  settings: settingsOf(row),
  terms: row.policy && termsOf(row.policy, ctx.actor.plan),
});

/** The days of the teams around the requests, once for each department. */
function spansOf(rows: readonly RequestRow[]): TeamSpan[] {
  const spans = new Map<string, TeamSpan>();
  for (const { leave, person } of rows) {
    const { departmentId } = person;
    const period = periodOf(leave);
    const window = windowAround(period);
    const known = spans.get(departmentId);
    spans.set(departmentId, {
      departmentId,
      from: Math.min(window.from, known?.from ?? window.from),
      to: Math.max(window.to, period.end, known?.to ?? period.end),
    });
  }
  return [...spans.values()];
}

const yearInDays = 365;

/**
 * What the decisions about many requests follow from, in four statements however many there are.
 * @param more `history`: also what the people had in the last twelve months
 * @returns in the order of the requests
 */
export async function readFacts(
  ctx: Ctx,
  rows: readonly RequestRow[],
  more: "history" | "" = "",
): Promise<RequestFacts[]> {
  if (rows.length === 0) return [];
  const today = dayNumber(utcDay(ctx.now()));
  const [{ teams, own }, effects] = await Promise.all([
    readTeams(ctx, {
      spans: spansOf(rows),
      people: more === "history" ? [...new Set(rows.map(({ person }) => person.id))] : [],
      own: { from: today - yearInDays, to: today },
    }),
    findEffects(
      ctx,
      rows.map((row) => askedOf(ctx, row)),
    ),
  ]);
  return rows.map((row, index) => {
    const effect = effects[index];
    if (!effect) throw new Error("A request was given, and nothing about its balance came back");
    const { calendar, years } = effect;
    const period = periodOf(row.leave);
    const days = countDays(period, calendar);
    const around = aroundOf(row, period, teams.get(row.person.departmentId));
    const history = (own.get(row.person.id) ?? []).filter(({ leaveId }) => leaveId !== row.leave.id);
    return {
      ...levelOf(ctx, row),
      ...around,
      period,
      days,
      calendar,
      history: history.reverse(),
      balance: row.policy && { unlimited: row.policy.unlimited, years },
      warnings: [
        ...teamWarning(days, around.teamSize, wholeDays(period, around.team)),
        ...balanceWarning(years),
      ],
    };
  });
}

function levelOf(ctx: Ctx, row: RequestRow): Pick<RequestFacts, "level" | "levels"> {
  const levels = levelsOf(deciderOf(ctx, row));
  return { levels, level: levels === 2 && row.leave.approvedLevel > 0 ? 2 : 1 };
}

/** What colleagues have in the weeks around a request, and on its days. */
function aroundOf({ person }: RequestRow, period: Period, team: Team | undefined) {
  const window = windowAround(period);
  const touches = touching(Math.min(window.from, period.start), Math.max(window.to, period.end));
  const leaves = team?.leaves.filter((leave) => leave.userId !== person.id && touches(leave));
  return { window, teamSize: team?.size ?? 0, team: leaves ?? [] };
}

/** What reaches into some days. Dates compare as they are written: thousands are, for each page. */
function touching(from: DayNumber, to: DayNumber) {
  const [first, last] = [dayText(from), dayText(to)];
  return ({ startDate, endDate }: NearLeave): boolean => startDate <= last && endDate >= first;
}

/** What is certain of it, on the days of a request. */
const wholeDays = ({ start, end }: Period, team: readonly NearLeave[]) =>
  team
    .filter(({ status, isFullDayLeave }) => status === "APPROVED" && isFullDayLeave)
    .filter(touching(start, end))
    .map(({ userId, startDate, endDate }) => ({
      userId,
      from: dayNumber(startDate),
      to: dayNumber(endDate),
    }));
