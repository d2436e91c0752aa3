import { and, eq, sql } from "drizzle-orm";
import { departmentApprovers, locationAdmins, userLabels } from "@/drizzle/schema/directory";
import { reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import type { LabelRef } from "./references";
import type { UserPatch } from "./schema";

/**
 * Roles are written by administrators alone: they decide who reaches whom, so nobody can make somebody stronger than themselves.
 * @throws ApiError FORBIDDEN
 */
export function requireMayAppoint(ctx: Ctx, body: UserPatch): void {
  if (body.role === undefined) return;
  if (ctx.actor.role === "ADMIN" && reachesOf(ctx).every(({ kind }) => kind === "workspace")) return;
  throw new ApiError("FORBIDDEN", { description: "Only administrators can change roles." });
}

/**
 * Gives a person exactly the role that is asked for: the appointments that would make them something else go. An administrator
 * and a location admin may approve departments besides, so theirs stay.
 */
export async function appoint(tx: Ctx, userId: string, body: UserPatch): Promise<void> {
  const { role, managedLocationIds = [], approvedDepartmentIds = [] } = body;
  if (role === undefined) return;
  await replaceLocations(tx, userId, managedLocationIds);
  if (role === "USER" || role === "APPROVER") await replaceDepartments(tx, userId, approvedDepartmentIds);
}

async function replaceLocations(tx: Ctx, userId: string, ids: readonly string[]): Promise<void> {
  const { workspaceId } = tx.actor;
  await tx.db
    .delete(locationAdmins)
    .where(and(eq(locationAdmins.workspaceId, workspaceId), eq(locationAdmins.userId, userId)));
  await tx.db.execute(sql`
    insert into ${locationAdmins} (workspace_id, location_id, user_id)
    select distinct ${workspaceId}::uuid, id, ${userId}::uuid from unnest(${sql.param(ids)}::uuid[]) as given(id)`);
}

/** A department that the person approves already keeps their level. */
async function replaceDepartments(tx: Ctx, userId: string, ids: readonly string[]): Promise<void> {
  const { workspaceId } = tx.actor;
  await tx.db
    .delete(departmentApprovers)
    .where(
      and(
        eq(departmentApprovers.workspaceId, workspaceId),
        eq(departmentApprovers.userId, userId),
        sql`not (${departmentApprovers.departmentId} = any(${sql.param(ids)}::uuid[]))`,
      ),
    );
  await tx.db.execute(sql`
    insert into ${departmentApprovers} (workspace_id, department_id, user_id, level)
    select distinct ${workspaceId}::uuid, id, ${userId}::uuid, 1
    from unnest(${sql.param(ids)}::uuid[]) as given(id)
    on conflict do nothing`);
}

/** Puts these labels in the place of the present ones. */
export async function replaceLabels(tx: Ctx, userId: string, refs: readonly LabelRef[]): Promise<void> {
  const { workspaceId } = tx.actor;
  const ids = sql.param(refs.map(({ id }) => id));
  await tx.db
    .delete(userLabels)
    .where(and(eq(userLabels.workspaceId, workspaceId), eq(userLabels.userId, userId)));
  await tx.db.execute(sql`
    insert into ${userLabels} (workspace_id, user_id, label_id)
    select distinct ${workspaceId}::uuid, ${userId}::uuid, id from unnest(${ids}::uuid[]) as given(id)`);
}
