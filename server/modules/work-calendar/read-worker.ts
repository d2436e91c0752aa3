import { eq, type SQL, sql } from "drizzle-orm";
import { departmentApprovers, locationAdmins, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { QuotaReset, Role, RolloverExpiry, UserStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { appointed } from "@/server/access/load-actor";
import { givenWorkspace } from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { type DayNumber, dayNumber, localDate } from "@/server/kernel/calendar-date";
import { utcDay } from "@/server/kernel/clock";
import { type Db, preparedBy } from "@/server/kernel/db";
import { isAnyOf } from "@/server/kernel/sql-parts";

/** What the arithmetic of leave needs to know of a person and of the location where they work. */
export interface Worker {
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
}

const { placeholder } = sql;
const byId = eq(users.id, placeholder("userId"));
const byIds = isAnyOf(users.id, placeholder("userIds"));

/** The person's row is held in a way that is weaker than FOR UPDATE, so that rows which merely name the person need not wait. */
const held = ["no key update", { of: users }] as const;

function selectWorkers(db: Db, which: SQL) {
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
      quotaReset: locations.quotaReset,
      yearStart: locations.yearStart,
      rolloverExpiry: locations.rolloverExpiry,
    })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(which);
}

type Row = Awaited<ReturnType<typeof selectWorkers>>[number];

const query = preparedBy((db, lock) => {
  const found = selectWorkers(db, byId);
  return (lock ? found.for(...held) : found).prepare(`read_worker_${lock}`);
});

/** In the order of ids, so that two who hold several people never wait for each other. */
const lockMany = preparedBy((db) =>
  selectWorkers(db, byIds)
    .orderBy(users.id)
    .for(...held)
    .prepare("lock_workers"),
);

const optionalDay = (date: string | null): DayNumber | null => (date === null ? null : dayNumber(date));

/**
 * A person of the workspace, whatever their status and whoever asks: the caller checks reach.
 * @param lock holds the person's row until the transaction ends, so that nobody else books for them in between
 * @returns null when there is no such person
 */
export async function readWorker(ctx: Ctx, userId: string, lock: "lock" | "" = ""): Promise<Worker | null> {
  const { workspaceId } = ctx.actor;
  const [row] = await query(ctx.db, lock).execute({ workspaceId, userId });
  return row ? workerOf(ctx, row) : null;
}

/** `readWorker` for many at once, all held until the transaction ends. Unknown ones are absent. */
export async function lockWorkers(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Worker>> {
  const { workspaceId } = ctx.actor;
  const rows = await lockMany(ctx.db).execute({ workspaceId, userIds });
  return new Map(rows.map((row) => [row.id, workerOf(ctx, row)]));
}

function workerOf(ctx: Ctx, row: Row): Worker {
  const { id, status, locationId, departmentId, quotaReset, yearStart, rolloverExpiry } = row;
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
  };
}
