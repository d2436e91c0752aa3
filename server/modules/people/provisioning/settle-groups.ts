import { eq } from "drizzle-orm";
import { departmentApprovers } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { encodeId } from "@/server/kernel/schema";
import { lockAdministrators } from "@/server/modules/people/people/lock-user";
import { lockLabels } from "@/server/modules/people/people/references";
import type { UsersChange } from "@/server/modules/people/people/schema";
import { updateUser } from "@/server/modules/people/people/update-user";
import { updateUsers } from "@/server/modules/people/people/update-users";
import { findDecided } from "./find-decided";
import { findGiven, type Given, type GroupMapping } from "./find-mappings";

type GivenByPerson = ReadonlyMap<string, Given>;

/**
 * Gives people what their groups mean, and takes from those who have left a group what only it gave.
 * @param mapping of the group that they joined or left; null when it means nothing
 * @throws ApiError CONFLICT for the last administrator and the last one with emergency access
 */
export async function settleGroups(
  tx: Ctx,
  userIds: readonly string[],
  mapping: GroupMapping | null,
): Promise<void> {
  if (!mapping || userIds.length === 0) return;
  const given = await findGiven(tx, userIds);
  // Administrators before labels before people: everyone locks in this order.
  if (mapping.kind === "ADMINISTRATORS") {
    await lockAdministrators(tx);
    await settleAdministrators(tx, given);
  }
  if (mapping.labelId) await settleLabel(tx, given, mapping.labelId);
  if (mapping.kind === "DEPARTMENT") await settleDepartments(tx, given);
}

/** Who becomes active again is given what their groups mean, as if they joined these now. */
export async function settleReturn(tx: Ctx, userId: string): Promise<void> {
  const given = await findGiven(tx, [userId]);
  if (given.get(userId)?.isAdministrator) await settleAdministrators(tx, given);
}

async function settleAdministrators(tx: Ctx, given: GivenByPerson): Promise<void> {
  const people = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { id: users.id, status: users.status, isAdmin: users.isAdmin })
    .where(isAnyOf(users.id, [...given.keys()]))
    .orderBy(users.id);
  for (const { id, status, isAdmin } of people) {
    if (status === "DELETED") continue;
    const isGiven = given.get(id)?.isAdministrator ?? false;
    if (isGiven && !isAdmin && status === "ACTIVE") await updateUser(tx, id, { role: "ADMIN" });
    if (!isGiven && isAdmin) await updateUser(tx, id, await roleWithoutGroup(tx, id));
  }
}

/** Departments that they approve stay theirs. */
async function roleWithoutGroup(tx: Ctx, userId: string) {
  const approved = await scoped(workspaceOf(tx.actor), departmentApprovers)
    .select(tx.db, { id: departmentApprovers.departmentId })
    .where(eq(departmentApprovers.userId, userId));
  if (approved.length === 0) return { role: "USER" as const };
  return { role: "APPROVER" as const, approvedDepartmentIds: approved.map(({ id }) => id) };
}

/** Changes many people by the rules of a bulk change, which leaves out who needs none. */
async function change(tx: Ctx, userIds: readonly string[], to: UsersChange): Promise<void> {
  if (userIds.length > 0) await updateUsers(tx, { userIds: [...userIds], change: to });
}

async function settleLabel(tx: Ctx, given: GivenByPerson, labelId: string): Promise<void> {
  const label = encodeId("label", labelId);
  await lockLabels(tx, [label]);
  const ids = [...given.keys()];
  const decided = await findDecided(tx, "LABEL", ids);
  const has = (id: string) => given.get(id)?.labelIds.has(labelId) || decided.get(id) === labelId;
  await change(tx, ids.filter(has), { addLabels: [label] });
  await change(
    tx,
    ids.filter((id) => !has(id)),
    { removeLabels: [label] },
  );
}

async function settleDepartments(tx: Ctx, given: GivenByPerson): Promise<void> {
  const without = [...given].filter(([, { departmentId }]) => departmentId === null).map(([id]) => id);
  const said = await findDecided(tx, "DEPARTMENT", without);
  const byDepartment = new Map<string, string[]>();
  for (const [id, own] of given) {
    const departmentId = own.departmentId ?? said.get(id);
    if (departmentId) byDepartment.set(departmentId, [...(byDepartment.get(departmentId) ?? []), id]);
  }
  for (const [departmentId, ids] of byDepartment) await change(tx, ids, { departmentId });
}
