import { asc, eq, sql } from "drizzle-orm";
import { departments, userLabels } from "@/drizzle/schema/directory";
import { leaveRules } from "@/drizzle/schema/leave-rules";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy, statement } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { groupBy } from "@/server/kernel/group-by";
import type { Facts } from "./kinds/kind";
import type { Rule } from "./policy";

export const ruleFields = {
  id: leaveRules.id,
  name: leaveRules.name,
  kind: leaveRules.kind,
  parameters: leaveRules.parameters,
  effect: leaveRules.effect,
  locationIds: leaveRules.locationIds,
  departmentIds: leaveRules.departmentIds,
  labelIds: leaveRules.labelIds,
  leaveTypeIds: leaveRules.leaveTypeIds,
  exemptLabelIds: leaveRules.exemptLabelIds,
  fromDate: leaveRules.fromDate,
  toDate: leaveRules.toDate,
  version: leaveRules.version,
};

/** A rule as it is kept. */
export type RuleRow = Rule & Pick<typeof leaveRules.$inferSelect, "isEnabled" | "createdAt" | "updatedAt">;

const query = preparedBy((db) =>
  scoped(givenWorkspace, leaveRules)
    .select(db, ruleFields)
    .where(eq(leaveRules.isEnabled, true))
    .orderBy(asc(leaveRules.id))
    .prepare("enabled_leave_rules"),
);

/** The rules of the workspace that are on: one read of the key's index, the only one in a workspace without rules. */
export const findEnabledRules = (ctx: Ctx): Promise<Rule[]> =>
  query(ctx.db).execute({ workspaceId: ctx.actor.workspaceId });

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;

const placeOf = statement<{ departments: string[]; labels: string[] }>(sql`
  with recursive above(id, parent_id, depth) as (
    select d.id, d.parent_id, 0 from ${departments} d
    where d.workspace_id = ${workspace} and d.id = ${placeholder("departmentId")}::uuid
    union all
    select d.id, d.parent_id, above.depth + 1 from ${departments} d
    join above on d.workspace_id = ${workspace} and d.id = above.parent_id where above.depth < 100)
  select coalesce((select array_agg(id order by depth) from above), '{}')::text[] as departments,
    coalesce((select array_agg(l.label_id order by l.label_id) from ${userLabels} l
      where l.workspace_id = ${workspace} and l.user_id = ${placeholder("userId")}::uuid), '{}')::text[] as labels`);

/** Where a person belongs: their department with those above it, and their labels. */
export async function readPlace(
  ctx: Ctx,
  { id, locationId, departmentId }: { id: string; locationId: string; departmentId: string },
): Promise<Facts["person"]> {
  const { workspaceId } = ctx.actor;
  const [row] = await placeOf(ctx.db, { workspaceId, departmentId, userId: id });
  return { locationId, departmentIds: row?.departments ?? [departmentId], labelIds: row?.labels ?? [] };
}

const departmentsQuery = preparedBy((db) =>
  scoped(givenWorkspace, departments)
    .select(db, { id: departments.id, parentId: departments.parentId })
    .prepare("departments_above"),
);

const labelsQuery = preparedBy((db) =>
  scoped(givenWorkspace, userLabels)
    .select(db, { userId: userLabels.userId, labelId: userLabels.labelId })
    .where(isAnyOf(userLabels.userId, placeholder("userIds")))
    .orderBy(asc(userLabels.labelId))
    .prepare("labels_of_people"),
);

/** The departments of the workspace. @returns a department with those above it, the nearest first */
export async function readDepartments(ctx: Ctx): Promise<(id: string) => string[]> {
  const tree = await departmentsQuery(ctx.db).execute({ workspaceId: ctx.actor.workspaceId });
  const parents = new Map(tree.map(({ id, parentId }) => [id, parentId]));
  return (id) => aboveOf(parents, id);
}

/** `readPlace` for many people, with two statements. */
export async function readPlaces(
  ctx: Ctx,
  people: readonly { id: string; locationId: string; departmentId: string }[],
): Promise<ReadonlyMap<string, Facts["person"]>> {
  const { workspaceId } = ctx.actor;
  const [above, labelled] = await Promise.all([
    readDepartments(ctx),
    labelsQuery(ctx.db).execute({ workspaceId, userIds: people.map(({ id }) => id) }),
  ]);
  const labelsOf = groupBy(labelled, ({ userId }) => userId);
  return new Map(
    people.map(({ id, locationId, departmentId }) => [
      id,
      {
        locationId,
        departmentIds: above(departmentId),
        labelIds: (labelsOf.get(id) ?? []).map(({ labelId }) => labelId),
      },
    ]),
  );
}

/** A department with those above it. */
function aboveOf(parents: ReadonlyMap<string, string | null>, departmentId: string): string[] {
  const above: string[] = [];
  for (let id: string | null | undefined = departmentId; id && !above.includes(id); id = parents.get(id))
    above.push(id);
  return above;
}
