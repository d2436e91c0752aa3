import { and, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, ctxFor, inTransaction } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { everyWorkspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { dayNumber, localDate } from "@/server/kernel/calendar-date";
import { day, plus, utcDay } from "@/server/kernel/clock";
import { newRequestId } from "@/server/kernel/ids";
import { firstId } from "@/server/kernel/page-token";
import type { Services } from "@/server/kernel/services";
import { readCalendars } from "@/server/modules/work-calendar/read-calendar";
import { type Employee, readEmployee } from "@/server/modules/work-calendar/read-employee";
import { hasExpired, openWorkingDays } from "./policy";
import { recordLeaveChange } from "./record-change";
import { partDaysOf, releasePartDays } from "./release-part-days";
import { leaveFields, moveLeave } from "./store";

const batchSize = 200;

/** Since when a leave waits; records from before that was kept count from their making. */
const openedAt = sql<string>`coalesce(${leaves.openedAt}, ${leaves.createdAt}, ${leaves.updatedAt})`;

/** Where a scan of one workspace's open leave goes on. */
interface Batch {
  expired: number;
  lastId: string | null;
}

/**
 * Open leave that may have expired, locked; what another process holds is left to it. No zone is further ahead than 14 hours, and
 * seven working days are at least seven days.
 */
function claimCandidates(ctx: Ctx, afterId: string) {
  const now = ctx.now();
  return scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, { leave: leaveFields, openedAt, timezone: locations.timezone })
    .innerJoin(users, eq(users.id, leaves.userId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(
      and(
        eq(leaves.status, "OPEN"),
        gt(leaves.id, afterId),
        or(
          lt(leaves.endDate, utcDay(plus(now, day))),
          sql`${openedAt} < ${plus(now, -openWorkingDays * day).toISOString()}::timestamptz`,
        ),
      ),
    )
    .orderBy(leaves.id)
    .limit(batchSize)
    .for("no key update", { of: leaves, skipLocked: true });
}

type Candidate = Awaited<ReturnType<typeof claimCandidates>>[number];

const datesOf = ({ leave, openedAt: opened, timezone }: Candidate, now: Date) => ({
  opened: dayNumber(localDate(new Date(opened), timezone)),
  end: dayNumber(leave.endDate),
  today: dayNumber(localDate(now, timezone)),
});

async function expireBatch(ctx: Ctx, afterId: string): Promise<Batch> {
  const candidates = await claimCandidates(ctx, afterId);
  const lastId = candidates.length < batchSize ? null : (candidates.at(-1)?.leave.id ?? null);
  if (candidates.length === 0) return { expired: 0, lastId };
  const dated = candidates.map(({ leave, ...rest }) => ({
    leave,
    ...datesOf({ leave, ...rest }, ctx.now()),
  }));
  const calendars = await readCalendars(
    ctx,
    dated.map(({ leave }) => leave.locationId),
    {
      from: Math.min(...dated.map(({ opened }) => opened)),
      to: Math.max(...dated.map(({ today }) => today)),
    },
  );
  let expired = 0;
  for (const { leave, today, ...dates } of dated) {
    const calendar = calendars.get(leave.locationId);
    if (!calendar || !hasExpired(dates, today, calendar)) continue;
    const owner = leave.isFullDayLeave ? null : await lockIfFree(ctx, leave.userId);
    if (!leave.isFullDayLeave && !owner) continue;
    const given = await partDaysOf(ctx, leave);
    const after = await moveLeave(ctx, leave, { status: "EXPIRED" });
    await recordLeaveChange(ctx, {
      action: "leave.expire",
      before: leave,
      after,
      events: ["leave.expired"],
    });
    if (owner) await releasePartDays(ctx, owner, given);
    expired += 1;
  }
  return { expired, lastId };
}

/**
 * The person, held; null where somebody else holds them. Those hold a person before their leave, which is held already here: nobody waits,
 * and the leave expires the next time.
 */
async function lockIfFree(ctx: Ctx, userId: string): Promise<Employee | null> {
  const held = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id })
    .where(eq(users.id, userId))
    .for("no key update", { skipLocked: true });
  return held.length > 0 ? readEmployee(ctx, userId) : null;
}

async function expireIn(ctx: Ctx): Promise<number> {
  let expired = 0;
  for (let afterId: string | null = firstId; afterId !== null; ) {
    const from: string = afterId;
    const batch: Batch = await inTransaction(ctx, (tx) => expireBatch(tx, from));
    expired += batch.expired;
    afterId = batch.lastId;
  }
  return expired;
}

/**
 * Due work: open leave that is over, or that nobody decided for seven working days, expires (decision 7). Any number of processes
 * may run it at once. @returns how many leaves expired
 */
export async function expireLeaves(services: Services): Promise<number> {
  const waiting = scoped(everyWorkspace("where is leave that nobody has decided"), leaves)
    .select(services.db, { id: leaves.workspaceId })
    .where(eq(leaves.status, "OPEN"));
  const found = await services.db
    .select({ id: workspaces.id, plan: workspaces.plan })
    .from(workspaces)
    .where(inArray(workspaces.id, waiting));
  let expired = 0;
  for (const { id, plan } of found)
    expired += await expireIn(ctxFor(services, jobActor(id, plan), newRequestId()));
  return expired;
}
