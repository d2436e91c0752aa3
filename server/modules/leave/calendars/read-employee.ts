import { eq, type SQL, sql } from "drizzle-orm";
import { carryNotices } from "@/drizzle/schema/carry-notices";
import { credits } from "@/drizzle/schema/credits";
import { locations, userLabels } from "@/drizzle/schema/directory";
import { hoursWorked } from "@/drizzle/schema/hours-worked";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { AdjustmentKind, QuotaReset, Role, RolloverExpiry, UserStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { appointedTo } from "@/server/access/load-actor";
import { givenWorkspace } from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { type DayNumber, dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { closedThroughField } from "./closed-through";
import { patterned } from "./read-patterns";
import type { WorkPattern } from "./working-days";

/** An addition to a person's balance beside the policies, or a deduction. Reversed ones, and credits that are not approved, are left out. */
export interface Entitlement {
  id: string;
  /** Null for hours worked: each policy with a rate gives a part of them. */
  leaveTypeId: string | null;
  kind: Exclude<AdjustmentKind, "REVERSAL"> | "CREDIT" | "CARRY_EXPIRY" | "WORKED";
  days: number;
  effectiveDate: string;
  note: string;
  /** The last day to use a credit, or the days carried into the year of its day; null for never. Only of credits and a CARRY_EXPIRY. */
  expiresOn?: string | null;
  /** Whether it corrects closed days. */
  isCorrection?: boolean;
  /** Hours worked, and the length of the person's day by which they are days. Only of WORKED. */
  worked?: { hours: number; minutesPerDay: number } | null;
}

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;

/**
 * A person's entitlements, earliest first. Written out, because a query on one table omits table names.
 */
const entitled = sql<
  Entitlement[]
>`coalesce((select json_agg(json_build_object('id', given.id, 'leaveTypeId', given.leave_type_id,
    'kind', given.kind, 'days', given.days, 'effectiveDate', given.effective_date, 'note', given.note,
    'expiresOn', given.expires_on, 'isCorrection', given.is_correction, 'worked', given.worked)
    order by given.effective_date, given.id)
  from (select adjusted.id, adjusted.leave_type_id,
      case when adjusted.extends_carry then 'CARRY_EXPIRY' else adjusted.kind::text end as kind, adjusted.days, adjusted.effective_date, adjusted.note,
      adjusted.carry_expires_on as expires_on, adjusted.corrects_from is not null as is_correction, null::json as worked
    from ${balanceAdjustments} adjusted
    where adjusted.workspace_id = ${workspace} and adjusted.user_id = users.id and adjusted.kind <> 'REVERSAL'
      and not exists (select from ${balanceAdjustments} reversal
        where reversal.workspace_id = ${workspace} and reversal.reverses_id = adjusted.id)
    union all
    select credit.id, credit.leave_type_id, 'CREDIT', credit.days, credit.earned_on, credit.reason, credit.expires_on, false, null
    from ${credits} credit
    where credit.workspace_id = ${workspace} and credit.user_id = users.id and credit.status = 'APPROVED'
    union all
    select reported.id, null, 'WORKED', 0, reported.last_day, '', null, false,
      json_build_object('hours', reported.hours, 'minutesPerDay', reported.minutes_per_day)
    from ${hoursWorked} reported
    where reported.workspace_id = ${workspace} and reported.user_id = users.id) given), '[]')`;

/** Days that lapse, of which a person was notified. */
export interface LapseNotice {
  leaveTypeId: string;
  /** The last day to use them. */
  lapsesOn: string;
}

const noticed = sql<
  LapseNotice[]
>`coalesce((select json_agg(distinct jsonb_build_object('leaveTypeId', notice.leave_type_id,
    'lapsesOn', notice.lapses_on))
  from ${carryNotices} notice where notice.workspace_id = ${workspace} and notice.user_id = users.id), '[]')`;

const labelled = sql<string[]>`array(select own.label_id::text from ${userLabels} own
  where own.workspace_id = ${workspace} and own.user_id = users.id)`;

/** What the person has beside the policies, by which they earn: columns of a query on `users` with the placeholder `workspaceId`. */
export const earningFields = { entitlements: entitled, labelIds: labelled, notices: noticed };

/** The facts of a person and their location that leave calculations need. */
export interface Employee {
  id: string;
  role: Role;
  status: UserStatus;
  locationId: string;
  departmentId: string;
  employment: { start: DayNumber | null; end: DayNumber | null };
  /** The UTC day on which their record was created. */
  knownSince: DayNumber;
  /** Today at their location. */
  today: DayNumber;
  timezone: string;
  location: { quotaReset: QuotaReset; yearStart: string; rolloverExpiry: RolloverExpiry | null };
  entitlements: Entitlement[];
  labelIds: readonly string[];
  /** Of which days that lapse they were notified. */
  notices: readonly LapseNotice[];
  /** Working patterns that replace the location's work week, by first day. */
  patterns: readonly WorkPattern[];
  /** The last day that is closed for them; null while all days are open. */
  closedThrough: DayNumber | null;
}

/** Read in addition to a person's record. */
type Beside = Pick<Employee, "entitlements" | "labelIds" | "notices" | "patterns"> &
  Employee["location"] & { closedThrough: string | null };

const byId = eq(users.id, placeholder("userId"));
const byIds = isAnyOf(users.id, placeholder("userIds"));

/** The row lock is weaker than FOR UPDATE, so that rows that only reference the person need not wait. */
const held = ["no key update", { of: users }] as const;

function selectEmployees(db: Db, which: SQL) {
  return scoped(givenWorkspace, users)
    .select(db, {
      id: users.id,
      isAdmin: users.isAdmin,
      ...appointedTo(givenWorkspace),
      status: users.status,
      locationId: users.locationId,
      departmentId: users.departmentId,
      startDate: users.startDate,
      endDate: users.endDate,
      createdAt: users.createdAt,
      timezone: locations.timezone,
    })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(which);
}

type Row = Awaited<ReturnType<typeof selectEmployees>>[number];

const query = preparedBy((db, lock) => {
  const found = selectEmployees(db, byId);
  return (lock ? found.for(...held) : found).prepare(`read_employee_${lock}`);
});

/** Locks in id order, so that two transactions that lock several people never deadlock. */
const many = preparedBy((db, lock) => {
  const found = selectEmployees(db, byIds).orderBy(users.id);
  return (lock ? found.for(...held) : found).prepare(`read_employees_${lock}`);
});

/** A separate statement: data read together with a row that waited for its lock is as old as the start of the wait. */
const beside = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, {
      id: users.id,
      ...earningFields,
      patterns: patterned,
      quotaReset: locations.quotaReset,
      yearStart: locations.yearStart,
      rolloverExpiry: locations.rolloverExpiry,
      closedThrough: closedThroughField,
    })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(byIds)
    .prepare("read_beside_employees"),
);

const optionalDay = (date: string | null): DayNumber | null => (date === null ? null : dayNumber(date));

/**
 * Reads a person of the workspace in any status, for any caller: the caller checks reach.
 * @param lock locks the person's row until the transaction ends, so that no one else books for them meanwhile
 * @returns null when there is no such person
 */
export async function readEmployee(
  ctx: Ctx,
  userId: string,
  lock: "lock" | "" = "",
): Promise<Employee | null> {
  const { workspaceId } = ctx.actor;
  // Sent together, executed one after the other.
  const [[row], [given]] = await Promise.all([
    query(ctx.db, lock).execute({ workspaceId, userId }),
    beside(ctx.db).execute({ workspaceId, userIds: [userId] }),
  ]);
  return row && given ? employeeOf(ctx, row, given) : null;
}

/** `readEmployee` for many at once, all locked until the transaction ends. Unknown ones are absent. */
export const lockEmployees = (ctx: Ctx, userIds: readonly string[]): Promise<ReadonlyMap<string, Employee>> =>
  readEmployees(ctx, userIds, "lock");

/** `readEmployee` for many at once. Unknown ones are absent. */
export async function readEmployees(
  ctx: Ctx,
  userIds: readonly string[],
  lock: "lock" | "" = "",
): Promise<ReadonlyMap<string, Employee>> {
  const { workspaceId } = ctx.actor;
  const [rows, given] = await Promise.all([
    many(ctx.db, lock).execute({ workspaceId, userIds }),
    beside(ctx.db).execute({ workspaceId, userIds }),
  ]);
  const byPerson = new Map(given.map((one) => [one.id, one]));
  return new Map(
    rows.flatMap((row) => {
      const one = byPerson.get(row.id);
      return one ? [[row.id, employeeOf(ctx, row, one)]] : [];
    }),
  );
}

function employeeOf(
  ctx: Ctx,
  row: Row,
  { entitlements, labelIds, notices, patterns, ...location }: Beside,
): Employee {
  const { id, status, locationId, departmentId } = row;
  const { quotaReset, yearStart, rolloverExpiry, closedThrough } = location;
  return {
    id,
    role: roleOf(row),
    status,
    locationId,
    departmentId,
    employment: { start: optionalDay(row.startDate), end: optionalDay(row.endDate) },
    knownSince: dayNumber(utcDay(row.createdAt)),
    today: dayNumber(localDate(ctx.now(), row.timezone)),
    timezone: row.timezone,
    location: { quotaReset, yearStart, rolloverExpiry },
    entitlements,
    labelIds,
    notices,
    patterns,
    closedThrough: optionalDay(closedThrough),
  };
}
