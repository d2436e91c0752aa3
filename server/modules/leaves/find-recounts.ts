import { and, gte, sql } from "drizzle-orm";
import { leavePolicies, leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type DayNumber, dayText } from "@/server/kernel/calendar-date";
import { preparedBy } from "@/server/kernel/db";
import { groupBy } from "@/server/kernel/group-by";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { findShortfalls } from "@/server/modules/balances/find-shortfalls";
import type { Cover } from "@/server/modules/balances/require-cover";
import { readCalendars, worksBy } from "@/server/modules/work-calendar/read-calendar";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import {
  fromDays,
  type Period,
  type Thousandths,
  type WorkCalendar,
  type WorkPattern,
  workingDays,
} from "@/server/modules/work-calendar/working-days";
import { periodOf } from "./period";
import { type LeaveRow, leaveFields } from "./store";

/** Somebody who is to work otherwise than they do. */
export interface ChangedWorker {
  worker: Worker;
  /** How they will work. */
  patterns: readonly WorkPattern[];
  /** The first day that may differ. */
  from: DayNumber;
}

/** A leave whose days change; it takes `after` from then on. */
export interface Recount {
  leave: LeaveRow;
  before: Thousandths;
  after: Thousandths;
}

/** Leave that a balance would no longer cover, where the policy forbids that. */
interface Uncovered {
  userId: string;
  leaveTypeId: string;
  missing: Thousandths;
  /** Of this type, those that change. */
  leaves: LeaveRow[];
}

export interface Recounts {
  recounts: Recount[];
  uncovered: Uncovered[];
}

const query = preparedBy((db, lock) => {
  const found = scoped(givenWorkspace, leaves)
    .select(db, leaveFields)
    .where(
      and(
        isAnyOf(leaves.userId, sql.placeholder("userIds")),
        sql`${leaves.status} in ('OPEN', 'APPROVED')`,
        gte(leaves.endDate, sql.placeholder("from")),
      ),
    )
    .orderBy(leaves.id);
  return (lock ? found.for("no key update") : found).prepare(`leave_to_recount_${lock}`);
});

const policiesQuery = preparedBy((db) =>
  scoped(givenWorkspace, leavePolicies)
    .selectAll(db)
    .where(isAnyOf(leavePolicies.locationId, sql.placeholder("locationIds")))
    .prepare("policies_of_recounts"),
);

/** A leave that reaches into the days that differ. */
interface Affected {
  leave: LeaveRow;
  period: Period;
  recorded: Thousandths;
  /** As it will be recorded. What is over stays as it is, and so does what counts the same. */
  amount: Thousandths;
  /** By how the person works, and by how they will. */
  before: WorkCalendar;
  after: WorkCalendar;
}

async function readAffected(ctx: Ctx, changed: readonly ChangedWorker[], lock: "lock" | "") {
  const byPerson = new Map(changed.map((one) => [one.worker.id, one]));
  const rows = await query(ctx.db, lock).execute({
    workspaceId: ctx.actor.workspaceId,
    userIds: [...byPerson.keys()],
    from: dayText(Math.min(...changed.map(({ from }) => from))),
  });
  const found = rows.map((leave) => ({ leave, period: periodOf(leave) }));
  const calendars = await readCalendars(
    ctx,
    rows.map(({ locationId }) => locationId),
    {
      from: Math.min(...found.map(({ period }) => period.start)),
      to: Math.max(...found.map(({ period }) => period.end)),
    },
  );
  return found.flatMap(({ leave, period }): Affected[] => {
    const one = byPerson.get(leave.userId);
    const place = calendars.get(leave.locationId);
    if (!one || !place || period.end < one.from) return [];
    const before = worksBy(place, one.worker.patterns);
    const after = worksBy(place, one.patterns);
    const recorded = fromDays(leave.durationWorkingDays);
    const counted = workingDays(period, after);
    const stays = period.end < one.worker.today || counted === workingDays(period, before);
    return [{ leave, period, recorded, amount: stays ? recorded : counted, before, after }];
  });
}

/**
 * Which leave takes other days once people work otherwise, and where that would draw a balance below zero, or further below: in a
 * handful of statements for all of them. Leave that is over keeps its days; what is under way is counted as a whole. Whoever writes it
 * holds the people.
 * @param lock holds the leave, too
 */
export async function findRecounts(
  ctx: Ctx,
  changed: readonly ChangedWorker[],
  lock: "lock" | "" = "",
): Promise<Recounts> {
  const affected = changed.length > 0 ? await readAffected(ctx, changed, lock) : [];
  if (affected.length === 0) return { recounts: [], uncovered: [] };
  return {
    recounts: affected
      .filter(({ recorded, amount }) => recorded !== amount)
      .map(({ leave, recorded, amount }) => ({ leave, before: recorded, after: amount })),
    uncovered: await findUncovered(ctx, changed, affected),
  };
}

async function findUncovered(ctx: Ctx, changed: readonly ChangedWorker[], affected: readonly Affected[]) {
  const policies = await policiesQuery(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    locationIds: [...new Set(changed.map(({ worker }) => worker.locationId))],
  });
  const byPlace = groupBy(policies, ({ locationId }) => locationId);
  const byBalance = groupBy(affected, ({ leave }) => `${leave.userId} ${leave.leaveTypeId}`);
  const recounted = changed.flatMap(({ worker, from }) =>
    (byPlace.get(worker.locationId) ?? []).flatMap((policy) => {
      const own = byBalance.get(`${worker.id} ${policy.leaveTypeId}`);
      return own ? [{ worker, policy, from, own, ...coversOf(own) }] : [];
    }),
  );
  const missing = await findShortfalls(ctx, recounted);
  return recounted.flatMap(({ worker, policy, own }, place): Uncovered[] => {
    const changing = own.filter(({ recorded, amount }) => recorded !== amount);
    const leaves = (changing.length > 0 ? changing : own).map(({ leave }) => leave);
    const days = missing[place] ?? 0;
    return days > 0 ? [{ userId: worker.id, leaveTypeId: policy.leaveTypeId, missing: days, leaves }] : [];
  });
}

const coversOf = (own: readonly Affected[]): { before: Cover[]; after: Cover[] } => ({
  before: own.map(({ period, recorded, before }) => ({ period, amount: recorded, calendar: before })),
  after: own.map(({ period, amount, after }) => ({ period, amount, calendar: after })),
});
