import { and, asc, eq } from "drizzle-orm";
import {
  provisionedGroupMappings,
  provisionedGroupMembers,
  provisionedGroups,
} from "@/drizzle/schema/provisioning";
import type { GroupMappingKind } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";

/** What membership of a group means here. */
export interface GroupMapping {
  kind: GroupMappingKind;
  departmentId: string | null;
  labelId: string | null;
}

const fields = {
  kind: provisionedGroupMappings.kind,
  departmentId: provisionedGroupMappings.departmentId,
  labelId: provisionedGroupMappings.labelId,
};

/** @returns null for a group that means nothing here */
export async function findMapping(ctx: Ctx, groupId: string): Promise<GroupMapping | null> {
  const [row] = await scoped(workspaceOf(ctx.actor), provisionedGroupMappings)
    .select(ctx.db, fields)
    .where(eq(provisionedGroupMappings.groupId, groupId));
  return row ?? null;
}

/** What a person's groups give them. */
export interface Given {
  /** Of their group that was created first, among those with a department (decision 2.27); null for none. */
  departmentId: string | null;
  labelIds: Set<string>;
  isAdministrator: boolean;
}

/** What people are given by all of their groups, by person; someone without groups is given nothing. */
export async function findGiven(ctx: Ctx, userIds: readonly string[]): Promise<Map<string, Given>> {
  const rows = await scoped(workspaceOf(ctx.actor), provisionedGroupMembers)
    .select(ctx.db, { userId: provisionedGroupMembers.userId, ...fields })
    .innerJoin(
      provisionedGroupMappings,
      and(
        eq(provisionedGroupMappings.workspaceId, provisionedGroupMembers.workspaceId),
        eq(provisionedGroupMappings.groupId, provisionedGroupMembers.groupId),
      ),
    )
    .innerJoin(
      provisionedGroups,
      and(
        eq(provisionedGroups.workspaceId, provisionedGroupMembers.workspaceId),
        eq(provisionedGroups.id, provisionedGroupMembers.groupId),
      ),
    )
    .where(isAnyOf(provisionedGroupMembers.userId, userIds))
    .orderBy(asc(provisionedGroups.createdAt), asc(provisionedGroups.id));
  const given = new Map<string, Given>(
    userIds.map((id) => [id, { departmentId: null, labelIds: new Set(), isAdministrator: false }]),
  );
  for (const { userId, kind, departmentId, labelId } of rows) {
    const theirs = given.get(userId);
    if (!theirs) continue;
    if (kind === "ADMINISTRATORS") theirs.isAdministrator = true;
    if (departmentId) theirs.departmentId ??= departmentId;
    if (labelId) theirs.labelIds.add(labelId);
  }
  return given;
}
