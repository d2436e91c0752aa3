import { and, eq, sql } from "drizzle-orm";
import { departmentApprovers, locations } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/db";
import type { DepartmentApprover } from "./approvers";

/** An approver as the person who waits for them needs to know them. */
export interface NamedApprover extends DepartmentApprover {
  name: string;
  /** Where they belong, for who may know their name. */
  locationId: string;
  departmentId: string;
  /** The last day of the approved leave that they are on today, `YYYY-MM-DD`; null when they are here. */
  awayUntil: string | null;
}

const { placeholder } = sql;
const today = sql`(${placeholder("now")}::timestamptz at time zone ${locations.timezone})::date`;

/** Only whole days keep somebody from deciding. */
const awayUntil = sql<string | null>`(select max(${leaves.endDate})::text from ${leaves}
  where ${and(
    scoped(workspaceOf(users), leaves).within,
    eq(leaves.userId, users.id),
    eq(leaves.status, "APPROVED"),
    eq(leaves.isFullDayLeave, true),
    sql`${leaves.startDate} <= ${today}`,
    sql`${leaves.endDate} >= ${today}`,
  )})`;

const query = preparedBy((db) =>
  scoped(givenWorkspace, departmentApprovers)
    .select(db, {
      userId: users.id,
      level: departmentApprovers.level,
      name: users.name,
      locationId: users.locationId,
      departmentId: users.departmentId,
      awayUntil,
    })
    .innerJoin(users, eq(users.id, departmentApprovers.userId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(and(eq(departmentApprovers.departmentId, placeholder("departmentId")), eq(users.status, "ACTIVE")))
    .orderBy(departmentApprovers.level, users.name, users.id)
    .prepare("named_approvers"),
);

/** The active approvers of a department, by level and name. */
export const findApprovers = ({ db, actor, now }: Ctx, departmentId: string): Promise<NamedApprover[]> =>
  query(db).execute({ workspaceId: actor.workspaceId, departmentId, now: now().toISOString() });
