import { and, eq, sql } from "drizzle-orm";
import type { DayCounts } from "@/drizzle/schema/day-counts";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import type { CountMode, LeaveUnit } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { type FieldFault, fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import type { CoverCase } from "@/server/modules/leave/balances/cover-case";
import { type CoverChange, coverCaseOfLeave } from "@/server/modules/leave/balances/find-shortfall";
import { findShortfalls } from "@/server/modules/leave/balances/find-shortfalls";
import { changesClosedDays } from "@/server/modules/leave/calendars/closed-days";
import { countBeside } from "@/server/modules/leave/calendars/count-beside";
import { daysWithin, sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { findKeptCounts } from "@/server/modules/leave/calendars/find-kept-counts";
import { findNear, type Near } from "@/server/modules/leave/calendars/find-near";
import { type LeaveTime, periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { periodClosed } from "@/server/modules/leave/calendars/require-open-days";
import {
  calendarDays,
  countedBy,
  furthestReturn,
  type Period,
  type Thousandths,
  toDays,
  type WorkCalendar,
} from "@/server/modules/leave/calendars/working-days";
import { lockMeetingsShared } from "@/server/modules/leave/leave-types/lock-meetings";
import { findEnabledRules } from "@/server/modules/leave/rules/find-enabled-rules";
import type { Judgement, Rule } from "@/server/modules/leave/rules/policy";
import { type Noted, type RuleTerms, requireRules } from "@/server/modules/leave/rules/require-rules";
import { interruptedBy, type Meeting, mayMeet, meetsNone } from "./interruptions";
import { judgeLeave } from "./judge-leave";
import { overlapOf, overlaps } from "./overlap";
import { isWithinLimits, losesPastDays, reasonFaults, requestFaults, rulesOn } from "./policy";
import { isManager, isOwn } from "./standing";
import type { LeaveRow } from "./store";

/** The leave that a request asks for. */
export interface WantedLeave {
  leaveTypeId: string;
  /** The location whose work week, public holidays and policies apply. */
  locationId: string;
  time: LeaveTime;
  reason: string | null;
}

export interface Durations {
  durationCalendarDays: number;
  durationWorkingDays: number;
  dayCounts: DayCounts;
}

/** The durations and approval requirement of a leave that may be booked. */
export interface LeavePlan extends Durations {
  approvalRequired: boolean;
  /** Whether it interrupts other leave of the person, once it is approved. */
  interrupts?: boolean;
  /** How the days were counted; absent where they keep their counts. */
  countMode?: CountMode;
}

const typeQuery = preparedBy((db) =>
  scoped(givenWorkspace, leaveTypes)
    .select(db, {
      isActive: leaveTypes.isActive,
      isRequestable: leaveTypes.isRequestable,
      interrupts: leaveTypes.interrupts,
      interruptible: leaveTypes.interruptible,
      unit: leaveTypes.unit,
      policy: leavePolicies,
    })
    .leftJoin(
      leavePolicies,
      and(
        eq(leavePolicies.leaveTypeId, leaveTypes.id),
        eq(leavePolicies.locationId, sql.placeholder("locationId")),
      ),
    )
    .where(eq(leaveTypes.id, sql.placeholder("leaveTypeId")))
    .prepare("leave_type_policy"),
);

/** The leave type with its policy at a location, or the faults of choosing it. */
async function chooseType(ctx: Ctx, { employee, wanted, replaced }: LeaveCase) {
  const { leaveTypeId, locationId } = wanted;
  const isKept = replaced?.leaveTypeId === leaveTypeId;
  const isAsked =
    isOwn(ctx, employee) && !isManager(ctx, employee) && !(replaced && isCountedAlready(replaced, wanted));
  const [found] = await typeQuery(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    leaveTypeId,
    locationId,
  });
  const faults: FieldError[] = [];
  const refuse = (refused: FieldFault) => faults.push({ path: "leaveTypeId", ...refused });
  if (!found) refuse(fault("type"));
  else if (!found.isActive && !isKept) refuse(fault("typeInactive"));
  else if (!found.isRequestable && isAsked) refuse(fault("typeNotAsked"));
  else if (!found.policy) faults.push(notAvailable());
  return { policy: found?.policy ?? null, meeting: found ?? meetsNone, unit: found?.unit ?? "DAYS", faults };
}

/** The fault of a leave type without a policy at the person's location. */
export const notAvailable = (): FieldError => ({
  path: "leaveTypeId",
  ...fault("typeElsewhere"),
});

/** Faults of the leave type alone, for requests whose person is already invalid. */
export const leaveTypeFaults = async (ctx: Ctx, leaveTypeId: string): Promise<FieldError[]> => {
  const [found] = await scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { id: leaveTypes.id })
    .where(eq(leaveTypes.id, leaveTypeId));
  return found ? [] : [{ path: "leaveTypeId", ...fault("type") }];
};

/** The result of every rule except the balance. */
export interface ExaminedLeave {
  /** Null when the leave type cannot be chosen, which is then one of the faults. */
  policy: typeof leavePolicies.$inferSelect | null;
  faults: FieldError[];
  /** Other leave of the person at the same time. */
  clashes: Near[];
  /** Whether it would change closed days of the person. */
  isClosed: boolean;
  /** Whether the leave type interrupts other leave. */
  interrupts: boolean;
  /** Whether it is at the same time as other leave, which the settings of both types allow. */
  meets: boolean;
  /** How the amounts of its type are shown. */
  unit: LeaveUnit;
  period: Period;
  /** With the count mode of the policy. */
  calendar: WorkCalendar;
  /** The count of each day. */
  days: DayCounts;
  /** The day counts of the replaced leave. */
  replacedDays: DayCounts | null;
  /** The rules that judge it; none when neither time nor type changes. */
  rules: readonly Rule[];
}

/**
 * Checks a new or changed leave by every rule except the balance: leave type, durations, employment, overlap.
 * @param replaced the current leave, when it is edited
 */
export async function examineLeave(
  ctx: Ctx,
  employee: Employee,
  wanted: WantedLeave,
  replaced: LeaveRow | null,
): Promise<ExaminedLeave> {
  const period = periodOf(wanted.time);
  // Sent together to save round trips.
  const [choice, place, near, kept, rules] = await Promise.all([
    chooseType(ctx, { employee, wanted, replaced }),
    readCalendar(ctx, wanted.locationId, { from: period.start, to: period.end + furthestReturn }, employee),
    findNear(ctx, { userId: employee.id, ...wanted.time }),
    findKeptCounts(ctx, replaced ? [replaced.id] : []),
    findEnabledRules(ctx),
  ]);
  const calendar = countedBy(place, choice.policy?.countMode);
  const replacedDays = (replaced && kept.get(replaced.id)) ?? null;
  return examineBy(ctx, { employee, wanted, replaced }, { ...choice, calendar, near, replacedDays, rules });
}

/** What a leave is examined by. */
export type LeaveFacts = Pick<
  ExaminedLeave,
  "policy" | "faults" | "unit" | "calendar" | "replacedDays" | "rules"
> & {
  /** How its leave type meets other leave. */
  meeting: Meeting;
  /** Open and approved leave on its days at least. */
  near: readonly Near[];
};

interface LeaveCase {
  employee: Employee;
  wanted: WantedLeave;
  replaced: LeaveRow | null;
}

/** Examines a leave by facts that are known: the same for a single leave and for leave of many people. */
export function examineBy(
  ctx: Ctx,
  { employee, wanted, replaced }: LeaveCase,
  { near, meeting, rules: enabled, ...facts }: LeaveFacts,
): ExaminedLeave {
  const { policy, unit, replacedDays } = facts;
  const period = periodOf(wanted.time);
  const faults = [...facts.faults];
  const { reason } = wanted;
  const { employment, today } = employee;
  const rules = rulesOn(ctx.actor.plan, policy);
  const others = near.filter(({ id }) => id !== replaced?.id);
  const calendar = interruptedBy(facts.calendar, meeting, others);
  const meeters = others.filter((other) => overlaps(periodOf(other), period, calendar));
  const clashes = meeters.filter((other) => !mayMeet(meeting, other));
  const { interrupts } = meeting;
  const meets = meeters.length > clashes.length;
  const examined = { policy, faults, clashes, interrupts, meets, unit, period, calendar, replacedDays };
  if (replaced && replacedDays && isCountedAlready(replaced, wanted)) {
    faults.push(...reasonFaults(reason, rules));
    return { ...examined, isClosed: false, days: replacedDays, rules: [] };
  }
  faults.push(...requestFaults({ period, reason, employment, today }, rules, calendar));
  const besides = others
    .filter((other) => !meeters.includes(other))
    .map((other) => ({ period: periodOf(other), counts: other.counts }));
  // A period beyond the limits is refused anyway, so its days are not counted.
  const days = isWithinLimits(period, today) ? countBeside(period, calendar, besides) : nothing(period);
  if (
    policy &&
    replaced &&
    replacedDays &&
    givesBackTaken(ctx, employee, { policy, replaced, wanted, replacedDays, days })
  )
    faults.push({ path: "startDate", ...fault("daysOverStay") });
  return {
    ...examined,
    isClosed: changesClosed(employee, wanted, days, replaced, replacedDays),
    days,
    rules: enabled,
  };
}

/** Whether leave, or another time or type of it, would change closed days (decision 17.2). */
function changesClosed(
  { closedThrough }: Employee,
  { time, leaveTypeId }: WantedLeave,
  days: DayCounts,
  replaced: LeaveRow | null,
  replacedDays: DayCounts | null,
): boolean {
  if (closedThrough === null) return false;
  const status = replaced?.status ?? "APPROVED";
  const before = replaced && replacedDays && { ...replaced, counts: replacedDays };
  return changesClosedDays(closedThrough, before, { ...time, leaveTypeId, status, counts: days });
}

/** Days that were taken come back only by an approver (decision 7.20): not by one's own edit that needs no approval. */
const givesBackTaken = (
  ctx: Ctx,
  { id, today }: Employee,
  edit: {
    policy: { approvalRequired: boolean };
    replaced: LeaveRow;
    wanted: WantedLeave;
    replacedDays: DayCounts;
    days: DayCounts;
  },
): boolean =>
  ctx.actor.userId === id &&
  edit.replaced.status === "APPROVED" &&
  !edit.policy.approvalRequired &&
  losesPastDays(edit.replacedDays, edit.days, {
    today,
    isOtherType: edit.wanted.leaveTypeId !== edit.replaced.leaveTypeId,
  });

const nothing = ({ start }: Period): DayCounts => ({ start, counts: [0] });

/** Whether the day counts stay as they are: neither time nor type changes. */
function isCountedAlready(replaced: LeaveRow, { time, leaveTypeId }: WantedLeave): boolean {
  const same = (Object.keys(time) as (keyof LeaveTime)[]).every((name) => time[name] === replaced[name]);
  return same && leaveTypeId === replaced.leaveTypeId;
}

/** The cover of a leave, and that of the leave it replaces. */
export const coverChange = (
  { period, days, replacedDays }: Pick<ExaminedLeave, "period" | "days" | "replacedDays">,
  { leaveTypeId }: WantedLeave,
  replaced: LeaveRow | null,
): CoverChange => ({
  leave: { period, days },
  replaced: replaced && {
    id: replaced.id,
    cover:
      replacedDays && replaced.leaveTypeId === leaveTypeId
        ? { period: periodOf(replaced), days: replacedDays }
        : null,
  },
});

/**
 * Judges an examined leave by the rules of the workspace, for a preview or a booking.
 * @param held required for booking
 * @param askedOn when an approver agrees to what was asked on an earlier day
 */
export const judgeExamined = (
  ctx: Ctx,
  employee: Employee,
  wanted: WantedLeave,
  replaced: LeaveRow | null,
  examined: ExaminedLeave,
  held: "lock" | "" = "",
  askedOn?: DayNumber,
): Promise<Judgement> =>
  judgeLeave(
    ctx,
    examined.rules,
    {
      employee,
      leaveTypeId: wanted.leaveTypeId,
      locationId: wanted.locationId,
      askedOn: askedOn ?? employee.today,
      isEntered: askedOn === undefined && !isOwn(ctx, employee) && isManager(ctx, employee),
      id: replaced?.id ?? null,
      policy: examined.policy,
      change: coverChange(examined, wanted, replaced),
    },
    held,
  );

function lacksCover(parts: ExaminedCase["parts"], missing: Thousandths): ApiError {
  const start = Math.min(...parts.map(({ examined }) => examined.period.start));
  const end = Math.max(...parts.map(({ examined }) => examined.period.end));
  return new ApiError("LEAVE_NEGATIVE_BALANCE", {
    ...because("uncoveredSpan", { date: dayText(start), until: dayText(end) }),
    details: { missing: toDays(missing) },
  });
}

/**
 * Checks a new or changed leave by every rule: leave type, durations, employment, overlap, balance. The caller has locked the person.
 * @param replaced the current leave, when it is edited
 * @param approval when an approver agrees to what was asked on an earlier day
 * @throws ApiError VALIDATION_ERROR with every fault, PERIOD_CLOSED, CONFLICT for an overlap, LEAVE_NEGATIVE_BALANCE, LEAVE_RULE_BROKEN
 */
export async function planLeave(
  ctx: Ctx,
  employee: Employee,
  wanted: WantedLeave,
  replaced: LeaveRow | null,
  terms: RuleTerms = {},
  approval?: { askedOn: DayNumber },
): Promise<LeavePlan & { noted: Noted }> {
  const examined = await examineHeld(ctx, employee, wanted, replaced);
  const [verdict] = await planExamined(ctx, [{ employee, replaced, parts: [{ wanted, examined }] }]);
  if (verdict?.refusal) throw verdict.refusal;
  const [plan] = verdict?.plans ?? [];
  if (!plan) throw new Error("A leave is planned or refused");
  const judgement = await judgeExamined(ctx, employee, wanted, replaced, examined, "lock", approval?.askedOn);
  const who = { personId: employee.id, managesPerson: approval !== undefined || isManager(ctx, employee) };
  return { ...plan, noted: await requireRules(ctx, judgement, terms, who) };
}

/** Where leave meets other leave, the settings that allow it are read again, and stay until the transaction ends (decision 15.14). */
async function examineHeld(...leave: Parameters<typeof examineLeave>): Promise<ExaminedLeave> {
  const examined = await examineLeave(...leave);
  if (!examined.meets) return examined;
  await lockMeetingsShared(leave[0]);
  return examineLeave(...leave);
}

/** Examined leave of one person, which is booked as a whole or not at all. */
export interface ExaminedCase {
  employee: Employee;
  replaced: LeaveRow | null;
  /** Each a leave of its own, of one leave type. */
  parts: readonly { wanted: WantedLeave; examined: ExaminedLeave }[];
}

/** Why leave is refused, or a plan for each of its parts. */
export type PlanVerdict =
  | { refusal: ApiError; missing: Thousandths; plans: null }
  | { refusal: null; missing: 0; plans: LeavePlan[] };

/**
 * Plans examined leave: the one place where leave passes or is refused, for one person and for many at once. The caller has locked the
 * people, or only previews.
 * @returns in the order of the cases
 */
export async function planExamined(ctx: Ctx, cases: readonly ExaminedCase[]): Promise<PlanVerdict[]> {
  const refusals = cases.map(refusalOf);
  const missing = await findShortfalls(
    ctx,
    cases.map((one, place) => (refusals[place] ? null : coverCaseOfParts(ctx, one))),
  );
  return cases.map(({ parts }, place) => {
    const lacks = missing[place] ?? 0;
    const refusal = refusals[place] ?? (lacks > 0 ? lacksCover(parts, lacks) : null);
    if (refusal) return { refusal, missing: lacks, plans: null };
    return { refusal: null, missing: 0, plans: parts.map(({ examined }) => planOf(examined)) };
  });
}

function planOf({ policy, interrupts, period, days, replacedDays }: ExaminedLeave): LeavePlan {
  const counted = days === replacedDays ? {} : { countMode: policy?.countMode };
  const approvalRequired = policy?.approvalRequired ?? true;
  return { approvalRequired, interrupts, ...counted, ...durationsOf(period, days) };
}

/** Why examined leave is refused, whatever the balance. */
function refusalOf({ employee, parts }: ExaminedCase): ApiError | null {
  const faults = parts.flatMap(({ examined }) => examined.faults);
  if (faults.length > 0 || parts.some(({ examined }) => !examined.policy)) return invalid(faults);
  if (parts.some(({ examined }) => examined.isClosed)) return periodClosed(employee);
  return overlapOf(parts.flatMap(({ examined }) => examined.clashes));
}

function coverCaseOfParts(ctx: Ctx, { employee, replaced, parts }: ExaminedCase): CoverCase | null {
  const [first, ...others] = parts;
  if (!first?.examined.policy) return null;
  const change = coverChange(first.examined, first.wanted, replaced);
  const together = others.map(({ examined: { period, days } }) => ({ period, days }));
  return coverCaseOfLeave(ctx, employee, first.examined.policy, { ...change, together });
}

const durationsOf = (period: Period, days: DayCounts): Durations => ({
  durationCalendarDays: calendarDays(period),
  durationWorkingDays: toDays(toThousandths(sumOf(days))),
  dayCounts: days,
});

/**
 * The durations of a leave that loses some of its days; the other days keep their counts. No rule is checked again: the leave passed them
 * when it was booked, and now takes less.
 * @param time within the leave
 */
export function planRest(time: LeaveTime, kept: DayCounts): Durations {
  const period = periodOf(time);
  return durationsOf(period, daysWithin(kept, period.start, period.end));
}
