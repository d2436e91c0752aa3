import { and, eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { encodeId } from "@/server/kernel/schema";
import { previewUsersChange } from "@/server/modules/people/people/preview-users-change";
import { asDirectory, findGroup, findGroups } from "./find-groups";
import type { MappingChoice } from "./schema";
import { requireTarget } from "./set-mapping";
import { findMembers } from "./store";

/** What a mapping would do now. */
export interface MappingPreview {
  changedCount: number;
  /** The first of those who change. */
  names: string[];
  /** Members who stay where they are: inactive ones, of whom none becomes an administrator, and those whom another group places. */
  passedOverCount: number;
}

const namesShown = 5;

/**
 * Whom `setMapping` would change now, by the same rules, without writing anything.
 * @throws ApiError as `setMapping`
 */
export async function previewMapping(
  ctx: Ctx,
  { groupId, mapsTo }: { groupId: string; mapsTo: MappingChoice },
): Promise<MappingPreview> {
  requireAdmin(ctx);
  const { connectionId } = await findGroup(ctx, groupId);
  await requireTarget(ctx, { mapsTo });
  const members = (await findMembers(ctx, [groupId])).get(groupId) ?? [];
  if (mapsTo.kind === "NOTHING" || members.length === 0) return shown([], 0);
  if (mapsTo.kind === "ADMINISTRATORS") return previewAdministrators(ctx, members);
  const placed =
    mapsTo.kind === "DEPARTMENT" ? await findPlaced(ctx, { connectionId, groupId }, members) : null;
  const userIds = members.filter((id) => !placed?.has(id));
  if (userIds.length === 0) return shown([], members.length);
  const change =
    mapsTo.kind === "DEPARTMENT"
      ? { departmentId: mapsTo.departmentId }
      : { addLabels: [encodeId("label", mapsTo.labelId)] };
  const preview = await previewUsersChange(asDirectory(ctx, connectionId), { userIds, change });
  const changed = preview.users.filter(({ status }) => status === "changed");
  return shown(
    changed.flatMap(({ name }) => name ?? []),
    placed?.size ?? 0,
  );
}

const shown = (names: string[], passedOverCount: number): MappingPreview => ({
  changedCount: names.length,
  names: names.slice(0, namesShown),
  passedOverCount,
});

async function previewAdministrators(ctx: Ctx, members: readonly string[]): Promise<MappingPreview> {
  const people = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { name: users.name, status: users.status })
    .where(and(isAnyOf(users.id, members), eq(users.isAdmin, false)))
    .orderBy(sql`lower(${users.name})`, users.id);
  const active = people.filter(({ status }) => status === "ACTIVE");
  return shown(
    active.map(({ name }) => name),
    people.length - active.length,
  );
}

/** Those of the members whom a group before this one places in a department. */
async function findPlaced(
  ctx: Ctx,
  { connectionId, groupId }: { connectionId: string; groupId: string },
  members: readonly string[],
): Promise<Set<string>> {
  const groups = await findGroups(ctx, connectionId);
  const before = groups.slice(
    0,
    groups.findIndex(({ id }) => id === groupId),
  );
  const placing = before.filter(({ departmentId }) => departmentId !== null).map(({ id }) => id);
  const placed = new Set([...(await findMembers(ctx, placing)).values()].flat());
  return new Set(members.filter((id) => placed.has(id)));
}
