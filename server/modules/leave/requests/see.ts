import { eq, type SQL, sql } from "drizzle-orm";
import { departmentApprovers, locationAdmins } from "@/drizzle/schema/directory";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { NamesByLanguage, PageLanguage } from "@/drizzle/schema/values";
import type { Actor } from "@/server/access/actor";
import { type Ctx, viewerOf } from "@/server/access/ctx";
import { managesPerson } from "@/server/access/manages";
import { reaches, reachOf, workspaceOf } from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { findHours } from "@/server/modules/leave/calendars/read-hours";
import { nameIn, typeNames } from "@/server/modules/leave/type-names/name-in";
import type { LeaveRow } from "./store";

/*
 * Who may see private leave types. `canSeeType` and `seeLeave` are for a caller's own eyes, `typeForReaders` for a text that its owner
 * passes on. Balances are below leaves and have the rule for a person as a whole: `knowsAllOf` of `balances/read.ts`.
 */

/** Whether everyone who sees a leave sees its type: for counts, which must not say more of a private type than a row does. */
export const isTypeOpen: SQL<boolean> = sql<boolean>`(not ${leaveTypes.isPrivate})`;

/** Facts that decide who may see a private leave type: the owner's location and department, and their role. */
export interface LeaveOwner {
  isAdmin: boolean;
  isLocationAdmin: boolean;
  isApprover: boolean;
  locationId: string;
  departmentId: string;
}

declare const seen: unique symbol;

type Shown = Omit<LeaveRow, "leaveTypeId" | "version" | "standsInForId"> & {
  /** Null when the type is private and hidden from the caller. */
  leaveTypeId: string | null;
  /** Where the type is shown in hours and they were read. */
  hours?: number | null;
};

/** A leave as the caller may see it. Only this file creates one, so a response that ignores private leave types does not compile. */
export type SeenLeave = Shown & { readonly [seen]: true };

/** The only place that applies the brand. */
const brand = (leave: Shown): SeenLeave => leave as unknown as SeenLeave;

type LeaveFacts = Pick<LeaveRow, "userId" | "status">;

/** Whether the caller manages the owner of the leave. */
function managesOwner(viewer: Actor, userId: string, owner: LeaveOwner): boolean {
  const { isAdmin, locationId, departmentId } = owner;
  const role = roleOf({
    isAdmin,
    locationIds: owner.isLocationAdmin ? [locationId] : [],
    departmentIds: owner.isApprover ? [departmentId] : [],
  });
  return managesPerson(viewer, { id: userId, role, locationId, departmentId });
}

/**
 * Visible are one's own leave, that of people one manages, and leave one has to decide (decision 5): the open leave of others within reach.
 * Sight covers more people than reach, and one decides none of their leave.
 */
const ownerTypeIsVisible = (viewer: Actor, { userId, status }: LeaveFacts, owner: LeaveOwner): boolean =>
  viewer.userId === userId ||
  managesOwner(viewer, userId, owner) ||
  (status === "OPEN" && reaches(reachOf(viewer), { id: userId, ...owner }));

/** @param owner null when the leave type is not private */
export const canSeeType = (ctx: Ctx, leave: LeaveFacts, owner: LeaveOwner | null): boolean =>
  owner === null || ownerTypeIsVisible(viewerOf(ctx), leave, owner);

/** @param owner null when the leave type is not private */
export const seeLeave = (ctx: Ctx, leave: Shown, owner: LeaveOwner | null): SeenLeave =>
  canSeeType(ctx, leave, owner)
    ? brand(leave)
    : brand({
        ...leave,
        leaveTypeId: null,
        hours: null,
        reason: null,
        cancelReason: null,
        wantedChange: null,
        companyLeaveId: null,
      });

/** Whether a role may reach leave whose type it may not see. Administrators manage everyone, and users reach only themselves. */
export const reachesHiddenTypes = ({ role }: Actor): boolean =>
  role === "LOCATION_ADMIN" || role === "APPROVER";

/** Whether leave of this type may be hidden from the caller, within their reach; undefined when there is no such type. */
export async function mayBeHidden(ctx: Ctx, leaveTypeId: string): Promise<boolean | undefined> {
  const [type] = await scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { isPrivate: leaveTypes.isPrivate })
    .where(eq(leaveTypes.id, leaveTypeId));
  return type?.isPrivate && reachesHiddenTypes(viewerOf(ctx));
}

/** A leave type as `typeForReaders` needs it. */
export const typeFields = {
  typeName: typeNames.name,
  typeNames: typeNames.names,
  isPrivate: leaveTypes.isPrivate,
};

/** What `typeFields` reads. */
export interface TypeForReaders {
  typeName: string;
  typeNames: NamesByLanguage;
  isPrivate: boolean;
}

/**
 * The name of a leave type in a text that goes to others, a message or a report. The rights of the text's owner decide, and only those of
 * managing the person (decision 6): neither their own leave nor leave that they may decide is for every reader.
 * @param language of the text
 * @returns null when the type is private and hidden
 */
export const typeForReaders = (
  textOwner: Actor,
  person: LeaveOwner & { userId: string },
  { typeName: name, typeNames: names, isPrivate }: TypeForReaders,
  language: PageLanguage | null,
): string | null =>
  !isPrivate || managesOwner(textOwner, person.userId, person) ? nameIn({ name, names }, language) : null;

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const appointed = (table: typeof locationAdmins | typeof departmentApprovers, person: SQL) =>
  sql`exists (select from ${table} r where r.workspace_id = ${workspace} and r.user_id = ${person}.id)`;
const person = sql`${sql.identifier("owner")}`;
const user = sql`${users}`;

/** The facts as columns of a query on users. Needs the placeholder `workspaceId`. */
export const ownerFields = {
  isAdmin: users.isAdmin,
  isLocationAdmin: sql<boolean>`${appointed(locationAdmins, user)}`,
  isApprover: sql<boolean>`${appointed(departmentApprovers, user)}`,
  locationId: users.locationId,
  departmentId: users.departmentId,
};

const facts = sql`json_build_object('isAdmin', owner.is_admin, 'isLocationAdmin', ${appointed(locationAdmins, person)},
  'isApprover', ${appointed(departmentApprovers, person)}, 'locationId', owner.location_id,
  'departmentId', owner.department_id)`;

/**
 * A column for a query on leaves: the facts when the leave type is private, otherwise null. The private types are looked up once for the
 * whole query. Needs the placeholder `workspaceId`.
 */
export const ownerField = () =>
  sql<LeaveOwner | null>`${sql`case when ${leaves.leaveTypeId} = any(array(
    select t.id from ${leaveTypes} t where t.workspace_id = ${workspace} and t.is_private))
  then (select ${facts} from ${users} owner
    where owner.workspace_id = ${workspace} and owner.id = ${leaves.userId}) end`}`;

const findOwners = statement<{ userId: string; typeId: string; owner: LeaveOwner }>(sql`
  select owner.id as "userId", t.id as "typeId", ${facts} as owner
  from unnest(${placeholder("userIds")}::uuid[], ${placeholder("typeIds")}::uuid[]) as given(user_id, type_id)
  join ${leaveTypes} t on t.workspace_id = ${workspace} and t.id = given.type_id and t.is_private
  join ${users} owner on owner.workspace_id = t.workspace_id and owner.id = given.user_id`);

/** `seeLeave` for leaves whose query did not read the facts: responses of writes, and stored events. */
export async function seeLeaves(ctx: Ctx, rows: readonly Shown[]): Promise<SeenLeave[]> {
  const viewer = viewerOf(ctx);
  // A user sees the leave of others when they decide it as a stand-in.
  const unclear = viewer.role === "ADMIN" ? [] : rows.filter(({ userId }) => userId !== viewer.userId);
  if (unclear.length === 0) return rows.map(brand);
  const found = await findOwners(ctx.db, {
    workspaceId: viewer.workspaceId,
    userIds: arrayOf(unclear.map(({ userId }) => userId)),
    typeIds: arrayOf(unclear.map(({ leaveTypeId }) => leaveTypeId)),
  });
  const owners = new Map(found.map(({ userId, typeId, owner }) => [userId + typeId, owner]));
  return rows.map((row) => seeLeave(ctx, row, owners.get(row.userId + row.leaveTypeId) ?? null));
}

/** The response of a write. */
export async function answerLeave(ctx: Ctx, work: Promise<LeaveRow>): Promise<SeenLeave> {
  const row = await work;
  const [[leave], hours] = await Promise.all([seeLeaves(ctx, [row]), findHours(ctx, [row.id])]);
  if (!leave) throw new Error("A leave was given, and none came back");
  return leave.leaveTypeId === null ? leave : { ...leave, hours: hours.get(row.id) ?? null };
}
