import { and, eq, not, sql } from "drizzle-orm";
import { departmentApprovers, locationAdmins, userLabels } from "@/drizzle/schema/directory";
import { reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { LabelRef } from "./references";
import type { UserPatch } from "./schema";

/** Whether the caller may assign roles. */
export const mayAppoint = (ctx: Ctx): boolean =>
  ctx.actor.role === "ADMIN" && reachesOf(ctx).every(({ kind }) => kind === "workspace");

/**
 * Only administrators write roles: a role decides a user's reach, so no one can give a user more rights than their own.
 * @throws ApiError FORBIDDEN
 */
export function requireMayAppoint(ctx: Ctx, body: UserPatch): void {
  if (body.role === undefined || mayAppoint(ctx)) return;
  throw new ApiError("FORBIDDEN", because("roleChanges"));
}

/**
 * Gives a person exactly the requested role and removes the appointments that would imply another one. Administrators and location admins
 * may also approve departments, so their departments stay.
 */
export async function appoint(tx: Ctx, userId: string, body: UserPatch): Promise<void> {
  const { role, managedLocationIds = [], approvedDepartmentIds = [] } = body;
  if (role === undefined) return;
  await replaceLocations(tx, userId, managedLocationIds);
  if (role === "USER" || role === "APPROVER") await replaceDepartments(tx, userId, approvedDepartmentIds);
}

const { placeholder } = sql;
const [workspace, user] = [sql`${placeholder("workspaceId")}::uuid`, sql`${placeholder("userId")}::uuid`];
const given = sql`unnest(${placeholder("ids")}::uuid[]) as given(id)`;

const insertLocations = statement(sql`
  insert into ${locationAdmins} (workspace_id, location_id, user_id) select distinct ${workspace}, id, ${user} from ${given}`);

const insertDepartments = statement(sql`
  insert into ${departmentApprovers} (workspace_id, department_id, user_id, level)
  select distinct ${workspace}, id, ${user}, 1 from ${given} on conflict do nothing`);

const insertLabels = statement(sql`
  insert into ${userLabels} (workspace_id, user_id, label_id) select distinct ${workspace}, ${user}, id from ${given}`);

/** A place that a new person manages or approves. */
export interface Appointment {
  userId: string;
  placeId: string;
}

const appointed = sql`
  select ${workspace}, "placeId", "userId"
  from jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given("userId" uuid, "placeId" uuid)`;
const appointAdmins = statement(sql`
  insert into ${locationAdmins} (workspace_id, location_id, user_id) ${appointed}`);
const appointApprovers = statement(sql`
  insert into ${departmentApprovers} (workspace_id, department_id, user_id, level)
  select given.*, 1 from (${appointed}) given`);

/** Appoints many new people to the places that they manage or approve, each once. */
export async function appointMany(
  tx: Ctx,
  { locations, departments }: { locations: readonly Appointment[]; departments: readonly Appointment[] },
): Promise<void> {
  const { workspaceId } = tx.actor;
  const write = (insert: typeof appointAdmins, rows: readonly Appointment[]) =>
    rows.length === 0 ? undefined : insert(tx.db, { workspaceId, rows: JSON.stringify(rows) });
  await write(appointAdmins, locations);
  await write(appointApprovers, departments);
}

async function replaceLocations(tx: Ctx, userId: string, ids: readonly string[]): Promise<void> {
  const { workspaceId } = tx.actor;
  await scoped(workspaceOf({ workspaceId }), locationAdmins)
    .delete(tx.db)
    .where(eq(locationAdmins.userId, userId));
  await insertLocations(tx.db, { workspaceId, userId, ids: arrayOf(ids) });
}

/** A department that the person approves already keeps their level. */
async function replaceDepartments(tx: Ctx, userId: string, ids: readonly string[]): Promise<void> {
  const { workspaceId } = tx.actor;
  await scoped(workspaceOf({ workspaceId }), departmentApprovers)
    .delete(tx.db)
    .where(and(eq(departmentApprovers.userId, userId), not(isAnyOf(departmentApprovers.departmentId, ids))));
  await insertDepartments(tx.db, { workspaceId, userId, ids: arrayOf(ids) });
}

/** Replaces the person's labels with these. */
export async function replaceLabels(tx: Ctx, userId: string, refs: readonly LabelRef[]): Promise<void> {
  const { workspaceId } = tx.actor;
  await scoped(workspaceOf({ workspaceId }), userLabels).delete(tx.db).where(eq(userLabels.userId, userId));
  await insertLabels(tx.db, { workspaceId, userId, ids: arrayOf(refs.map(({ id }) => id)) });
}
