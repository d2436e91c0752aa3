import { and, eq, ne, sql } from "drizzle-orm";
import { departmentApprovers, departments, type locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { acquireLock } from "@/server/kernel/database/lock";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { FieldError } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { nameableDepartments } from "./references";
import type { ApproverInput, DepartmentPatch } from "./schema";

/**
 * Serializes changes of a workspace's departments and locations: a single default and no cycle of parents are invariants over several rows.
 */
export const lockDirectory = (ctx: Ctx): Promise<void> =>
  acquireLock(ctx.db, `directory:${ctx.actor.workspaceId}`);

/** Unsets the current default in favour of `id`. */
export async function yieldDefault(
  ctx: Ctx,
  table: typeof departments | typeof locations,
  id: string,
): Promise<void> {
  await scoped(workspaceOf(ctx.actor), table)
    .update(ctx.db)
    .set({ isDefault: false })
    .where(and(eq(table.isDefault, true), ne(table.id, id)));
}

/** Returns a row when the department `id` is `parentId`, or an ancestor of it. */
const isAbove = statement(sql`
  with recursive above(id, parent_id) as (
    select d.id, d.parent_id from ${departments} d
    where d.workspace_id = ${sql.placeholder("workspaceId")}::uuid and d.id = ${sql.placeholder("parentId")}::uuid
    union
    select d.id, d.parent_id from ${departments} d
    join above on d.workspace_id = ${sql.placeholder("workspaceId")}::uuid and d.id = above.parent_id)
  select 1 from above where id = ${sql.placeholder("id")}::uuid`);

/** The parent must exist and must not be a descendant of the department. */
async function parentFaults(ctx: Ctx, parentId: string, id: string | null): Promise<FieldError[]> {
  if (!(await nameableDepartments(ctx, [parentId])).has(parentId))
    return [{ path: "parentId", ...fault("departmentHere") }];
  if (id === null) return [];
  const above = await isAbove(ctx.db, { workspaceId: ctx.actor.workspaceId, id, parentId });
  if (above.length === 0) return [];
  return [{ path: "parentId", ...fault("departmentBelow") }];
}

/**
 * Approvers are active people of the workspace, each named once. Two-level approval needs the Complete plan (decision 2.3): on other plans,
 * an approver at level 2 is a validation error.
 */
async function approverFaults(ctx: Ctx, approvers: readonly ApproverInput[]): Promise<FieldError[]> {
  const ids = approvers.map(({ userId }) => userId);
  const rows = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id })
    .where(and(eq(users.status, "ACTIVE"), isAnyOf(users.id, ids)));
  const active = new Set(rows.map(({ id }) => id));
  return approvers.flatMap(({ userId, level }, index) => {
    const at = `approvers.${index}`;
    const faults: FieldError[] = [];
    if (!active.has(userId)) faults.push({ path: `${at}.userId`, ...fault("activeUser") });
    else if (ids.indexOf(userId) < index) faults.push({ path: `${at}.userId`, ...fault("listedTwice") });
    if (level === 2 && ctx.actor.plan !== "COMPLETE")
      faults.push({ path: `${at}.level`, ...fault("planTwoLevels") });
    return faults;
  });
}

/** Validates the references of a department's body. @param id the department itself, when it already exists */
export async function departmentFaults(
  ctx: Ctx,
  { parentId, approvers }: DepartmentPatch,
  id: string | null,
): Promise<FieldError[]> {
  return [
    ...(parentId ? await parentFaults(ctx, parentId, id) : []),
    ...(approvers ? await approverFaults(ctx, approvers) : []),
  ];
}

const { placeholder } = sql;
const insertApprovers = statement(sql`
  insert into ${departmentApprovers} (workspace_id, department_id, user_id, level)
  select ${placeholder("workspaceId")}::uuid, ${placeholder("departmentId")}::uuid, user_id, level
  from unnest(${placeholder("userIds")}::uuid[], ${placeholder("levels")}::smallint[]) as given(user_id, level)`);

/** Replaces the department's approvers with these. */
export async function replaceApprovers(
  ctx: Ctx,
  departmentId: string,
  approvers: readonly ApproverInput[],
): Promise<void> {
  const { workspaceId } = ctx.actor;
  await scoped(workspaceOf({ workspaceId }), departmentApprovers)
    .delete(ctx.db)
    .where(eq(departmentApprovers.departmentId, departmentId));
  await insertApprovers(ctx.db, {
    workspaceId,
    departmentId,
    userIds: arrayOf(approvers.map(({ userId }) => userId)),
    levels: arrayOf(approvers.map(({ level }) => level)),
  });
}
