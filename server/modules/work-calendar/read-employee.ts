import { eq, type SQL, sql } from "drizzle-orm";
import { departmentApprovers, locationAdmins, locations } from "@/drizzle/schema/directory";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { AdjustmentKind, QuotaReset, Role, RolloverExpiry, UserStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { appointed } from "@/server/access/load-actor";
import { givenWorkspace } from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { type DayNumber, dayNumber, localDate } from "@/server/kernel/calendar-date";
import { utcDay } from "@/server/kernel/clock";
import { type Db, preparedBy } from "@/server/kernel/db";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { patterned } from "./read-patterns";
import type { WorkPattern } from "./working-days";

/** What somebody was given, or lost, beside what the policies say. What was reversed is left out. */
export interface Entitlement {
  id: string;
  leaveTypeId: string;
  kind: Exclude<AdjustmentKind, "REVERSAL">;
  days: number;
  effectiveDate: string;
  note: string;
}

/**
 * A column of a query on `users`: what each was given, the earliest first. Written out, because a query of one table leaves the names of
 * tables away.
 */
export const entitled = sql<
  Entitlement[]
>`coalesce((select json_agg(json_build_object('id', given.id, 'leaveTypeId', given.leave_type_id,
    'kind', given.kind, 'days', given.days, 'effectiveDate', given.effective_date, 'note', given.note)
    order by given.effective_date, given.id)
  from ${balanceAdjustments} given
  where given.workspace_id = users.workspace_id and given.user_id = users.id and given.kind <> 'REVERSAL'
    and not exists (select from ${balanceAdjustments} reversal
      where reversal.workspace_id = given.workspace_id and reversal.reverses_id = given.id)), '[]')`;

/** What the arithmetic of leave needs to know of a person and of the location where they work. */
export interface Employee {
  id: string;
  role: Role;
  status: UserStatus;
  locationId: string;
  departmentId: string;
  employment: { start: DayNumber | null; end: DayNumber | null };
  /** The UTC day on which their record was made. */
  knownSince: DayNumber;
  /** The date at their location. */
  today: DayNumber;
  location: { quotaReset: QuotaReset; yearStart: string; rolloverExpiry: RolloverExpiry | null };
  entitlements: Entitlement[];
  /** How they work in place of the location's work week, by their first day. */
  patterns: readonly WorkPattern[];
}

/** Beside a person's record. */
type Beside = Pick<Employee, "entitlements" | "patterns"> & Employee["location"];

const { placeholder } = sql;
const byId = eq(users.id, placeholder("userId"));
const byIds = isAnyOf(users.id, placeholder("userIds"));

/** The person's row is held in a way that is weaker than FOR UPDATE, so that rows which merely name the person need not wait. */
const held = ["no key update", { of: users }] as const;

function selectEmployees(db: Db, which: SQL) {
  return scoped(givenWorkspace, users)
    .select(db, {
      id: users.id,
      isAdmin: users.isAdmin,
      locationIds: appointed(locationAdmins, locationAdmins.locationId),
      departmentIds: appointed(departmentApprovers, departmentApprovers.departmentId),
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

/** In the order of ids, so that two who hold several people never wait for each other. */
const many = preparedBy((db, lock) => {
  const found = selectEmployees(db, byIds).orderBy(users.id);
  return (lock ? found.for(...held) : found).prepare(`read_employees_${lock}`);
});

/** A statement of its own: what comes with a row that was waited for is as old as the beginning of the wait. */
const beside = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, {
      id: users.id,
      entitlements: entitled,
      patterns: patterned,
      quotaReset: locations.quotaReset,
      yearStart: locations.yearStart,
      rolloverExpiry: locations.rolloverExpiry,
    })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(byIds)
    .prepare("read_beside_employees"),
);

const optionalDay = (date: string | null): DayNumber | null => (date === null ? null : dayNumber(date));

/**
 * A person of the workspace, whatever their status and whoever asks: the caller checks reach.
 * @param lock holds the person's row until the transaction ends, so that nobody else books for them in between
 * @returns null when there is no such person
 */
export async function readEmployee(
  ctx: Ctx,
  userId: string,
  lock: "lock" | "" = "",
): Promise<Employee | null> {
  const { workspaceId } = ctx.actor;
  // Sent together, and carried out one after the other.
  const [[row], [given]] = await Promise.all([
    query(ctx.db, lock).execute({ workspaceId, userId }),
    beside(ctx.db).execute({ workspaceId, userIds: [userId] }),
  ]);
  return row && given ? employeeOf(ctx, row, given) : null;
}

/** `readWorker` for many at once, all held until the transaction ends. Unknown ones are absent. */
export const lockEmployees = (ctx: Ctx, userIds: readonly string[]): Promise<ReadonlyMap<string, Employee>> =>
  readEmployees(ctx, userIds, "lock");

/** `readWorker` for many at once. Unknown ones are absent. */
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

function employeeOf(ctx: Ctx, row: Row, { entitlements, patterns, ...location }: Beside): Employee {
  const { id, status, locationId, departmentId } = row;
  const { quotaReset, yearStart, rolloverExpiry } = location;
  return {
    id,
    role: roleOf(row),
    status,
    locationId,
    departmentId,
    employment: { start: optionalDay(row.startDate), end: optionalDay(row.endDate) },
    knownSince: dayNumber(utcDay(row.createdAt)),
    today: dayNumber(localDate(ctx.now(), row.timezone)),
    location: { quotaReset, yearStart, rolloverExpiry },
    entitlements,
    patterns,
  };
}
