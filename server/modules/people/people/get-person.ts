import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { departmentApprovers, departments, locationAdmins, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { ApiError } from "@/server/kernel/errors";
import { type DirectoryFields, findDirectoryFields } from "./find-directory-fields";
import { findInvitation, type Invitation } from "./find-invitation";
import { findPerson, type PersonRow } from "./find-people";
import { countPeopleOf } from "./hand-over";
import { mayChange } from "./policy";
import { findReachingFurther } from "./require-account-within";

const managers = alias(users, "managers");

interface Place {
  id: string;
  name: string;
}

/** One person with everything that the caller may see of them. */
export interface PersonDetails extends PersonRow {
  /** Null for a caller who does not manage them. */
  profile: {
    birthday: string | null;
    managedLocations: Place[];
    approvedDepartments: Place[];
    /** Their manager. */
    approver: Place | null;
    /** How many people they are the manager of. */
    peopleCount: number;
  } | null;
  /** What their directory says about them, to callers who may change them; null for a person whom none provisions. */
  directory: DirectoryFields | null;
  /** For a person who never signed in, to callers who may invite them. */
  invitation: Invitation | null;
  /** What the caller may do with the person. */
  may: {
    edit: boolean;
    /** Change the address and invite them: both prove who they are. */
    changeSignIn: boolean;
    /** Assign another role. */
    appoint: boolean;
    /** See and end their keys and connected apps. */
    endAccess: boolean;
    /** Export and erase their personal data. */
    erase: boolean;
  };
}

/** @throws ApiError RESOURCE_NOT_FOUND for a person out of sight */
export async function getPerson(ctx: Ctx, id: string): Promise<PersonDetails> {
  const row = await findPerson(ctx, id);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  const isKnown = row.isManaged || id === ctx.actor.userId;
  const isAdmin = ctx.actor.role === "ADMIN";
  const edit = mayChange(ctx, { ...row, role: roleOf(row) });
  const [profile, invitation, further, directories] = await Promise.all([
    isKnown ? readProfile(ctx, id) : null,
    edit && row.status === "ACTIVE" ? findInvitation(ctx, id) : null,
    edit ? findReachingFurther(ctx, [id]) : null,
    edit ? findDirectoryFields(ctx, [id]) : null,
  ]);
  const changeSignIn = edit && further?.size === 0;
  const may = { edit, changeSignIn, appoint: isAdmin, endAccess: isAdmin, erase: isAdmin };
  return { ...row, profile, directory: directories?.get(id) ?? null, invitation, may };
}

async function readProfile(ctx: Ctx, id: string): Promise<NonNullable<PersonDetails["profile"]>> {
  const whole = workspaceOf(ctx.actor);
  const [[own], peopleCount, managedLocations, approvedDepartments] = await Promise.all([
    scoped(whole, users)
      .select(ctx.db, { birthday: users.birthday, approver: { id: managers.id, name: managers.name } })
      .leftJoin(managers, eq(managers.id, users.approverId))
      .where(eq(users.id, id)),
    countPeopleOf(ctx, id),
    scoped(whole, locationAdmins)
      .select(ctx.db, { id: locations.id, name: locations.name })
      .innerJoin(locations, eq(locations.id, locationAdmins.locationId))
      .where(eq(locationAdmins.userId, id))
      .orderBy(inNameOrder(locations.name)),
    scoped(whole, departmentApprovers)
      .select(ctx.db, { id: departments.id, name: departments.name })
      .innerJoin(departments, eq(departments.id, departmentApprovers.departmentId))
      .where(eq(departmentApprovers.userId, id))
      .orderBy(inNameOrder(departments.name)),
  ]);
  const { birthday = null, approver = null } = own ?? {};
  return { birthday, managedLocations, approvedDepartments, approver, peopleCount };
}
