import { and, eq, ne, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { covers } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { appointedTo } from "@/server/access/load-actor";
import { workspaceOf } from "@/server/access/reach";
import { type Role, roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { acquireLock } from "@/server/kernel/database/lock";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { isBeyond } from "./policy";
import { type UserRow, userFields } from "./store";

/** A person locked for a write. */
export interface LockedUser extends UserRow {
  role: Role;
  birthday: string | null;
  managedLocationIds: string[];
  approvedDepartmentIds: string[];
}

/**
 * Loads a person and locks their row until the transaction ends.
 * @throws ApiError RESOURCE_NOT_FOUND when they do not exist, or the acting user or the key's owner does not reach them; FORBIDDEN when
 * their role is stronger than the acting user's; CONFLICT when they are deleted
 */
export async function lockUser(tx: Ctx, id: string): Promise<LockedUser> {
  const workspace = workspaceOf(tx.actor);
  const [row] = await scoped(workspace, users)
    .select(tx.db, { ...userFields(workspace), ...appointedTo(workspace), birthday: users.birthday })
    .where(eq(users.id, id))
    .for("no key update", { of: users });
  if (!row || !covers(tx, row)) throw new ApiError("RESOURCE_NOT_FOUND");
  const role = roleOf(row);
  if (isBeyond(tx, { ...row, role })) throw new ApiError("FORBIDDEN", because("roleHigher"));
  if (row.status === "DELETED")
    throw new ApiError("CONFLICT", {
      ...because("personWasDeleted"),
      resolution: "Create a new person.",
    });
  const { locationIds, departmentIds, ...fields } = row;
  return { ...fields, role, managedLocationIds: locationIds, approvedDepartmentIds: departmentIds };
}

/** Serializes changes that may remove an administrator; must be locked before the person. */
export const lockAdministrators = (tx: Ctx): Promise<void> =>
  acquireLock(tx.db, `administrators:${tx.actor.workspaceId}`);

/** A workspace always keeps an active administrator. @throws ApiError CONFLICT when this person is the last one */
export async function requireAnotherAdministrator(tx: Ctx, user: LockedUser): Promise<void> {
  if (!user.isAdmin || user.status !== "ACTIVE") return;
  const [others] = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { count: sql<number>`count(*)::int` })
    .where(and(eq(users.isAdmin, true), eq(users.status, "ACTIVE"), ne(users.id, user.id)));
  if (others?.count) return;
  throw new ApiError("CONFLICT", {
    ...because("lastAdmin"),
    resolution: "Make someone else an administrator first.",
  });
}
