import { and, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaves, waitsForDecision } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, ctxFor, inTransaction } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { everyReachableWorkspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { firstId } from "@/server/kernel/database/page-token";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { day, plus, utcDay } from "@/server/kernel/time/clock";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendars } from "@/server/modules/leave/calendars/read-calendar";
import { type Employee, readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { leavesRoom } from "@/server/modules/leave/calendars/working-days";
import { keepTime } from "./agree-to-change";
import { hasExpired, openWorkingDays } from "./policy";
import { recordLeaveChange } from "./record-change";
import { partDaysOf, releasePartDays } from "./release-part-days";
import { type LeaveRow, leaveFields, moveLeave } from "./store";
import { isCancelling, isChanging } from "./transitions";

const batchSize = 200;

const waits = waitsForDecision(leaves);

/** The time since which a leave has been waiting. Records from before `openedAt` was stored count from their creation. */
const openedAt = sql<string>`coalesce(${leaves.cancelAskedAt}, ${leaves.changeAskedAt}, ${leaves.openedAt}, ${leaves.createdAt}, ${leaves.updatedAt})`;

/** The result of one batch of a workspace's open leave; `lastId` is the cursor. */
interface Batch {
  expired: number;
  lastId: string | null;
}

/**
 * Locks open leave that may have expired, and skips rows locked by another process. No time zone is more than 14 hours ahead, and seven
 * working days are at least seven days.
 */
function claimCandidates(ctx: Ctx, afterId: string) {
  const now = ctx.now();
  return scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, { leave: leaveFields, openedAt, timezone: locations.timezone })
    .innerJoin(users, eq(users.id, leaves.userId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(
      and(
        waits,
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
    if (isCancelling(leave) || isChanging(leave)) {
      await (isCancelling(leave) ? lapse(ctx, leave) : keepTime(ctx, leave, "leave.lapseChange"));
      expired += 1;
      continue;
    }
    const hasParts = leavesRoom(periodOf(leave));
    const owner = hasParts ? await lockIfFree(ctx, leave.userId) : null;
    if (hasParts && !owner) continue;
    const given = await partDaysOf(ctx, leave);
    const after = await moveLeave(ctx, owner, leave, { status: "EXPIRED" });
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

/** No one answered whether the leave may be cancelled: it stays. */
async function lapse(ctx: Ctx, leave: LeaveRow): Promise<void> {
  const after = await moveLeave(ctx, null, leave, { cancelAskedAt: null, cancelReason: null });
  await recordLeaveChange(ctx, {
    action: "leave.lapse",
    before: leave,
    after,
    events: ["leave.updated"],
    step: "keep",
  });
}

/**
 * Locks the person's row; null when another transaction has locked it. That transaction locks the person before the leave, which is already
 * locked here. Skipping avoids a deadlock, and the leave expires in the next run.
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
 * Periodic job: expires open leave that is over, or that has waited seven working days for a decision (decision 7), and questions to
 * cancel or change it by the same times (decisions 7.19 and 15.11). Safe to run in any number of processes at once.
 * @returns the number of expired leaves
 */
export async function expireLeaves(services: Services): Promise<number> {
  const waiting = scoped(everyReachableWorkspace("where is undecided leave"), leaves)
    .select(services.db, { id: leaves.workspaceId })
    .where(waits);
  const found = await services.db
    .select({ id: workspaces.id, plan: workspaces.plan })
    .from(workspaces)
    .where(inArray(workspaces.id, waiting));
  let expired = 0;
  for (const { id, plan } of found)
    expired += await expireIn(ctxFor(services, jobActor(id, plan), newRequestId()));
  return expired;
}
