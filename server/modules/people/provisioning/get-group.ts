import { and, eq } from "drizzle-orm";
import { provisionedGroups } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import type { GroupRow } from "./present";
import { ScimError } from "./scim-error";
import { findMembers, groupsOfDirectory, selectGroups } from "./store";

/**
 * A group of the directory.
 * @param groupId null for a text that is no id
 * @param withMembers whether its members are read
 * @throws ScimError 404
 */
export async function getGroup(ctx: Ctx, groupId: string | null, withMembers: boolean): Promise<GroupRow> {
  const [row] = groupId
    ? await selectGroups(ctx).where(and(groupsOfDirectory(ctx), eq(provisionedGroups.id, groupId)))
    : [];
  if (!row) throw new ScimError(404, null, "This directory has no such group.");
  const memberIds = withMembers ? ((await findMembers(ctx, [row.id])).get(row.id) ?? []) : null;
  return { ...row, memberIds };
}
