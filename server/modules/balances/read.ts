import { and, eq, sql } from "drizzle-orm";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { type Ctx, viewerOf } from "@/server/access/ctx";
import { managesPerson } from "@/server/access/manages";
import { givenWorkspace, reaches } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { dayNumber } from "@/server/kernel/calendar-date";
import { preparedBy } from "@/server/kernel/db";
import { ApiError } from "@/server/kernel/errors";
import { readWorker, type Worker } from "@/server/modules/work-calendar/read-worker";
import { yearsUntil } from "./accounting-year";
import { type Balance, balanceOn, cutsOf } from "./policy";
import { findCharges } from "./store";
import { termsOf, yearSettingsOf } from "./terms";

/** A person's balance of one leave type. */
export type BalanceRow = Balance & {
  /** Null when it is private, and not for whoever asks. */
  leaveTypeId: string | null;
  leaveTypeName: string;
  /** Six hex digits without `#`. */
  leaveTypeColor: string;
};

const policiesQuery = preparedBy((db) =>
  scoped(givenWorkspace, leavePolicies)
    .select(db, {
      leaveTypeId: leavePolicies.leaveTypeId,
      name: leaveTypes.name,
      color: leaveTypes.color,
      isPrivate: leaveTypes.isPrivate,
      unlimited: leavePolicies.unlimited,
      yearlyQuota: leavePolicies.yearlyQuota,
      accrual: leavePolicies.accrual,
      rollover: leavePolicies.rollover,
      rolloverMaximum: leavePolicies.rolloverMaximum,
    })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leavePolicies.leaveTypeId))
    .where(and(eq(leavePolicies.locationId, sql.placeholder("locationId")), eq(leaveTypes.isActive, true)))
    .orderBy(leaveTypes.position, leaveTypes.name)
    .prepare("balance_policies"),
);

/**
 * A person's balances, one for each active leave type of their location, in the accounting year of `asOf` (`YYYY-MM-DD`, default
 * today at their location). One's own, and those of people within reach.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function readBalances(
  ctx: Ctx,
  input: { userId: string; asOf?: string | undefined },
): Promise<BalanceRow[]> {
  const { worker, knowsAll } = await loadReadable(ctx, input.userId);
  const asOf = input.asOf === undefined ? worker.today : dayNumber(input.asOf);
  const settings = yearSettingsOf(worker);
  const policies = await policiesQuery(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    locationId: worker.locationId,
  });
  const rollsOver = policies.some(({ rollover }) => rollover !== "NONE");
  const cuts = cutsOf(yearsUntil(settings, asOf, rollsOver ? undefined : asOf), [asOf]);
  const charges = await findCharges(ctx, {
    worker,
    leaveTypeId: null,
    cuts,
    singlesFrom: null,
    except: null,
  });
  return policies.map((policy) => ({
    leaveTypeId: policy.isPrivate && !knowsAll ? null : policy.leaveTypeId,
    leaveTypeName: policy.name,
    leaveTypeColor: policy.color,
    ...balanceOn(
      settings,
      termsOf(policy, ctx.actor.plan, worker.entitlements),
      charges.get(policy.leaveTypeId) ?? [],
      asOf,
    ),
  }));
}

/**
 * Somebody whose balances whoever asks may read.
 * @returns `knowsAll` says whether that is also their private leave, and what was noted about it
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function loadReadable(ctx: Ctx, userId: string): Promise<{ worker: Worker; knowsAll: boolean }> {
  const worker = await readWorker(ctx, userId);
  if (!worker || !(ctx.actor.userId === userId || reaches(ctx.reach, worker)))
    throw new ApiError("RESOURCE_NOT_FOUND");
  const viewer = viewerOf(ctx);
  return { worker, knowsAll: viewer.userId === worker.id || managesPerson(viewer, worker) };
}
