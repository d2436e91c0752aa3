import { and, asc, eq, sql } from "drizzle-orm";
import { departments, labels } from "@/drizzle/schema/directory";
import {
  provisionedGroupMappings,
  provisionedGroupMembers,
  provisionedGroups,
} from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { getConnection } from "@/server/modules/workspace/connections/list";

/** A ctx that carries out for an administrator what the directory of a connection means. */
export const asDirectory = (ctx: Ctx, connectionId: string): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, via: { type: "directory", connectionId } },
});

/** @throws ApiError RESOURCE_NOT_FOUND */
export async function findGroup(
  ctx: Ctx,
  groupId: string,
): Promise<{ connectionId: string; displayName: string }> {
  const [group] = await scoped(workspaceOf(ctx.actor), provisionedGroups)
    .select(ctx.db, {
      connectionId: provisionedGroups.connectionId,
      displayName: provisionedGroups.displayName,
    })
    .where(eq(provisionedGroups.id, groupId));
  if (!group) throw new ApiError("RESOURCE_NOT_FOUND", because("groupMissing"));
  return group;
}

const memberCountIn = (ctx: Ctx) => sql<number>`(select count(*)::int from ${provisionedGroupMembers} m
  where m.workspace_id = ${ctx.actor.workspaceId}::uuid and m.group_id = ${provisionedGroups.id})`;

/**
 * The groups of a connection's directory with what they mean here, in the order in which departments of several groups count.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND
 */
export async function findGroups(ctx: Ctx, connectionId: string) {
  requireAdmin(ctx);
  await getConnection(ctx, connectionId);
  const { workspaceId } = provisionedGroups;
  return scoped(workspaceOf(ctx.actor), provisionedGroups)
    .select(ctx.db, {
      id: provisionedGroups.id,
      name: provisionedGroups.displayName,
      memberCount: memberCountIn(ctx),
      kind: provisionedGroupMappings.kind,
      departmentId: provisionedGroupMappings.departmentId,
      departmentName: departments.name,
      labelId: provisionedGroupMappings.labelId,
      labelName: labels.name,
    })
    .leftJoin(
      provisionedGroupMappings,
      and(
        eq(provisionedGroupMappings.workspaceId, workspaceId),
        eq(provisionedGroupMappings.groupId, provisionedGroups.id),
      ),
    )
    .leftJoin(
      departments,
      and(
        eq(departments.workspaceId, workspaceId),
        eq(departments.id, provisionedGroupMappings.departmentId),
      ),
    )
    .leftJoin(
      labels,
      and(eq(labels.workspaceId, workspaceId), eq(labels.id, provisionedGroupMappings.labelId)),
    )
    .where(eq(provisionedGroups.connectionId, connectionId))
    .orderBy(asc(provisionedGroups.createdAt), asc(provisionedGroups.id));
}
export type MappedGroup = Awaited<ReturnType<typeof findGroups>>[number];
