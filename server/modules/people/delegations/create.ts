import { delegations } from "@/drizzle/schema/delegations";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { lockEmployees } from "@/server/modules/leave/calendars/read-employee";
import { countPeopleOf } from "@/server/modules/people/people/hand-over";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { checkDelegation } from "./check-delegation";
import { notifyStandIn } from "./notify-stand-in";
import { mayNameFor } from "./policy";
import type { DelegationCreate } from "./schema";
import { type DelegationRow, findDelegation } from "./store";

const taken = {
  delegations_overlap: "standInTaken",
} as const;

/**
 * Names a stand-in who decides on leave in an approver's place for a time (decision 12.7): approvers for themselves, administrators and
 * location admins for the approvers that they manage. Locks both people's rows, so that neither is deactivated meanwhile and concurrent
 * calls run one after the other.
 * @throws ApiError VALIDATION_ERROR, FORBIDDEN, CONFLICT when it overlaps another of the same people and department
 */
export function createDelegation(ctx: Ctx, input: DelegationCreate): Promise<DelegationRow> {
  const { actor } = ctx;
  const userId = input.userId ?? actor.userId;
  if (userId === null) throw new ApiError("FORBIDDEN");
  return inTransaction(ctx, async (tx) => {
    if (input.userId === undefined && !(await decides(tx, userId))) throw notAnApprover();
    const wanted = { ...input, userId, departmentId: input.departmentId ?? null };
    const people = await lockEmployees(tx, [userId, wanted.standInId]);
    const faults = await checkDelegation(tx, wanted, people);
    if (faults.length > 0) throw invalid(faults);
    const approver = people.get(userId);
    if (!approver || !mayNameFor(tx, approver)) throw notTheirs();
    const id = newId();
    const at = tx.now();
    const { workspaceId, userId: createdById } = tx.actor;
    const row = { workspaceId, id, ...wanted, endedAt: null, createdById, createdAt: at, updatedAt: at };
    await orConflict(tx.db.insert(delegations).values(row), taken);
    await recordAudit(tx, {
      action: "delegation.create",
      resourceType: "delegation",
      resourceId: id,
      changes: changesOf({}, wanted),
    });
    const made = await findDelegation(tx, id);
    if (!made) throw new Error("A delegation was written, and none came back");
    await notifyStandIn(tx, made);
    return made;
  });
}

/** Whether the caller decides for a department, or for people of their own. */
const decides = async (ctx: Ctx, userId: string): Promise<boolean> =>
  ctx.actor.departmentIds.length > 0 || (await countPeopleOf(ctx, userId)) > 0;

const notAnApprover = () =>
  new ApiError("FORBIDDEN", {
    ...because("standInRoles"),
    resolution: "Say with `userId` for which approver.",
  });

const notTheirs = () => new ApiError("FORBIDDEN", because("standInManagers"));
