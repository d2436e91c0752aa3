import { sql } from "drizzle-orm";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { acquireLock } from "@/server/kernel/database/lock";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { getLeaveType, type LeaveTypeDetailRow } from "./get-leave-type";
import { requireDistinctNames } from "./require-distinct-names";
import { requireOneSide } from "./require-meetings";
import type { LeaveTypeCreate } from "./schema";
import { preparePolicies, writePolicies } from "./write-policies";

export const leaveTypeNameTaken = { leave_types_name_unique: "typeName" } as const;

/** Serializes changes of a workspace's leave types. */
export const lockLeaveTypes = (tx: Ctx): Promise<void> =>
  acquireLock(tx.db, `leave-types:${tx.actor.workspaceId}`);

/**
 * Creates a leave type. Without policies no one can request it; a policy makes it requestable at its location.
 * @throws ApiError FORBIDDEN for any caller except an administrator, CONFLICT when the name is taken, VALIDATION_ERROR when it is
 * in one language, and for policies that name an unknown location, contradict themselves, or need the Complete plan
 */
export function createLeaveType(ctx: Ctx, input: LeaveTypeCreate): Promise<LeaveTypeDetailRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    requireOneSide(input);
    await lockLeaveTypes(tx);
    const id = newId();
    const { policies, ...fields } = input;
    const position = fields.position ?? (await nextPosition(tx));
    const row = { workspaceId: tx.actor.workspaceId, id, ...fields, position, createdAt: tx.now() };
    await orConflict(tx.db.insert(leaveTypes).values(row), leaveTypeNameTaken);
    await requireDistinctNames(tx, id, { name: input.name, names: input.names ?? {} });
    if (policies) await writePolicies(tx, id, await preparePolicies(tx, [], policies));
    await recordAudit(tx, {
      action: "leave_type.create",
      resourceType: "leave_type",
      resourceId: id,
      changes: changesOf({}, { ...input, position }),
    });
    return getLeaveType(tx, id);
  });
}

async function nextPosition(tx: Ctx): Promise<number> {
  const [row] = await scoped(workspaceOf(tx.actor), leaveTypes).select(tx.db, {
    next: sql<number>`coalesce(max(${leaveTypes.position}) + 1, 0)`,
  });
  return row?.next ?? 0;
}
