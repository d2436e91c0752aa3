import { and, asc, eq, sql } from "drizzle-orm";
import { companyLeavePeople } from "@/drizzle/schema/company-leaves";
import { departments, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { InWorkspace } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { preparedBy, statement } from "@/server/kernel/database/db";
import { filterParams, isLeftByFilters } from "@/server/modules/integrations/schedules/check-filters";

/** The people that a company leave is for; an empty list means everyone. */
export interface Targets {
  locationIds: readonly string[];
  departmentIds: readonly string[];
  labelIds: readonly string[];
  exemptLabelIds: readonly string[];
}

type Within = Pick<InWorkspace, "db" | "workspaceId">;

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;

/** Begins with the given ids, so that a deleted department stays a filter, which matches no one. */
const findBelow = statement<{ id: string }>(sql`
  with recursive below(id) as (
    select unnest(${placeholder("ids")}::uuid[])
    union
    select d.id from ${departments} d join below on d.workspace_id = ${workspace} and d.parent_id = below.id)
  select id from below`);

/** Active people who match every filter and have no exempt label. A condition of a prepared query. */
const isTarget = and(
  eq(users.status, "ACTIVE"),
  isLeftByFilters,
  sql`not exists (select from ${userLabels} exempt where exempt.workspace_id = ${workspace}
    and exempt.user_id = ${users}.id and exempt.label_id = any(${placeholder("exemptLabelIds")}::uuid[]))`,
);

async function paramsOf({ db, workspaceId }: Within, { exemptLabelIds, ...filters }: Targets) {
  const { locationIds, departmentIds, labelIds } = filters;
  const below =
    departmentIds.length === 0 ? [] : await findBelow(db, { workspaceId, ids: arrayOf(departmentIds) });
  return {
    workspaceId,
    exemptLabelIds: arrayOf(exemptLabelIds),
    ...filterParams({ locationIds, labelIds, departmentIds: below.map(({ id }) => id) }),
  };
}

const find = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, { id: users.id })
    .where(isTarget)
    .orderBy(asc(users.id))
    .prepare("company_leave_targets"),
);

/** The ids of the people that targets mean now. Reach does not apply: the caller has checked the targets. */
export const findTargets = async (within: Within, targets: Targets): Promise<string[]> =>
  (await find(within.db).execute(await paramsOf(within, targets))).map(({ id }) => id);

const countNew = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, { count: sql<number>`count(*)::int` })
    .where(
      and(
        isTarget,
        sql`not exists (select from ${companyLeavePeople} p where p.workspace_id = ${workspace}
          and p.company_leave_id = ${placeholder("companyLeaveId")}::uuid and p.user_id = ${users}.id)`,
      ),
    )
    .prepare("company_leave_newcomers"),
);

/** The number of people that targets mean now, and that the company leave does not know yet. */
export async function countJoined(within: Within, companyLeaveId: string, targets: Targets): Promise<number> {
  const params = await paramsOf(within, targets);
  const [counted] = await countNew(within.db).execute({ ...params, companyLeaveId });
  return counted?.count ?? 0;
}

const add = statement(sql`
  insert into ${companyLeavePeople} (workspace_id, company_leave_id, user_id)
  select ${workspace}, ${placeholder("companyLeaveId")}::uuid, unnest(${placeholder("userIds")}::uuid[])
  on conflict (workspace_id, company_leave_id, user_id) do nothing`);

/** Adds the people that targets mean now to a company leave, each once, to be booked. */
export async function addTargets(within: Within, companyLeaveId: string, targets: Targets): Promise<void> {
  const userIds = arrayOf(await findTargets(within, targets));
  await add(within.db, { workspaceId: within.workspaceId, companyLeaveId, userIds });
}
