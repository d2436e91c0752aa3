import { and, asc, eq, gt, ne } from "drizzle-orm";
import { carryNotices, lapseLooks } from "@/drizzle/schema/carry-notices";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, ctxFor, inTransaction } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { everyReachableWorkspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { firstId } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { utcDay } from "@/server/kernel/time/clock";
import { findLapses } from "./find-lapses";
import { furthestNotice, stageOf } from "./policy";
import { type DueLapse, keyOfLapse, noticeKey, writeNotices } from "./write-notices";

/** People looked at in one transaction: some milliseconds of work. */
const batchSize = 100;

/** A day before any look. */
const notYet = "1970-01-01";

/** Those of which no notice of their stage, or a later one, was sent. */
async function withoutSent(tx: Ctx, staged: readonly (DueLapse & { stage: number })[]): Promise<DueLapse[]> {
  const { userId, leaveTypeId, lapsesOn, stage } = carryNotices;
  const sent = await scoped(workspaceOf(tx.actor), carryNotices)
    .select(tx.db, { userId, leaveTypeId, lapsesOn, stage })
    .where(isAnyOf(userId, [...new Set(staged.map(({ employee }) => employee.id))]));
  const stages = new Map<string, number>();
  for (const one of sent)
    stages.set(noticeKey(one), Math.max(stages.get(noticeKey(one)) ?? 0, one.stage ?? 0));
  return staged.filter((lapse) => (stages.get(keyOfLapse(lapse)) ?? 0) < lapse.stage);
}

/** @returns the number of mails; null when everyone was looked at today, or another process looks */
async function lookAtSome(tx: Ctx): Promise<number | null> {
  const today = utcDay(tx.now());
  const looks = scoped(workspaceOf(tx.actor), lapseLooks);
  const [at] = await looks.selectAll(tx.db).for("no key update", { skipLocked: true });
  if (!at || (at.lookedOn === today && at.lookedTo === null)) return null;
  const after = at.lookedOn === today ? (at.lookedTo ?? firstId) : firstId;
  const people = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { id: users.id })
    .where(and(eq(users.status, "ACTIVE"), gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(batchSize);
  const ids = people.map(({ id }) => id);
  const lapses = await findLapses(tx, ids, furthestNotice);
  const staged = lapses
    .filter(({ isNotified }) => isNotified)
    .map((lapse) => ({ ...lapse, stage: stageOf(lapse.employee.today, lapse.day) }));
  const count = await writeNotices(tx, await withoutSent(tx, staged));
  const lookedTo = ids.length < batchSize ? null : (ids.at(-1) ?? null);
  await looks.update(tx.db).set({ lookedOn: today, lookedTo });
  return count;
}

/** The workspaces whose people are notified, with how far today's look has come. */
const findNotifying = ({ db }: Services) =>
  scoped(everyReachableWorkspace("where policies notify people of days that lapse"), leavePolicies)
    .selectDistinct(db, {
      id: leavePolicies.workspaceId,
      plan: workspaces.plan,
      lookedOn: lapseLooks.lookedOn,
      lookedTo: lapseLooks.lookedTo,
    })
    .innerJoin(workspaces, eq(workspaces.id, leavePolicies.workspaceId))
    .leftJoin(lapseLooks, eq(lapseLooks.workspaceId, leavePolicies.workspaceId))
    .where(ne(leavePolicies.lapseNotices, "NONE"));

/**
 * Periodic job: once a day, notifies everyone whose days lapse, about three months, a month and a week before (decision 16.23). Safe to run in
 * any number of processes at once.
 * @returns the number of mails
 */
export async function notifyLapses(services: Services): Promise<number> {
  const today = utcDay(services.clock());
  let sent = 0;
  for (const { id, plan, lookedOn, lookedTo } of await findNotifying(services)) {
    if (lookedOn === today && lookedTo === null) continue;
    if (lookedOn === null)
      await services.db
        .insert(lapseLooks)
        .values({ workspaceId: id, lookedOn: notYet })
        .onConflictDoNothing();
    const ctx = ctxFor(services, jobActor(id, plan), newRequestId());
    for (let count: number | null = 0; count !== null; sent += count ?? 0)
      count = await inTransaction(ctx, lookAtSome);
  }
  return sent;
}
