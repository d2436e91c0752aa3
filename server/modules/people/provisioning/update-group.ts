import { eq, sql } from "drizzle-orm";
import { provisionedGroups } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { connectionOf } from "./admit-directory";
import { findMapping } from "./find-mappings";
import { getGroup } from "./get-group";
import { groupOf, memberIdsOf, type ProvisionedGroup } from "./group-attributes";
import type { GroupRow } from "./present";
import { settleGroups } from "./settle-groups";
import { lockDirectory, orTaken } from "./settle-person";
import { type MembersWritten, writeMembers } from "./write-members";

/**
 * Changes a group as `change` says, and what its mapping gives to those who join and leave, within one transaction: all of it, or nothing.
 * @param check is called with the group as it is, before anything is written: for If-Match
 * @throws ScimError 404, 409 `uniqueness`; ApiError CONFLICT for the last administrator and the last one with emergency access
 */
export function updateGroup(
  ctx: Ctx,
  groupId: string | null,
  check: (row: GroupRow) => void,
  change: (before: ProvisionedGroup) => ProvisionedGroup,
): Promise<GroupRow> {
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const row = await getGroup(tx, groupId, true);
    check(row);
    const after = change(groupOf(row));
    const members = await writeMembers(tx, row.id, differenceOf(row.memberIds ?? [], memberIdsOf(after)));
    if (!(await write(tx, row, after, members))) return row;
    await settleGroups(tx, [...members.joined, ...members.left], await findMapping(tx, row.id));
    return getGroup(tx, row.id, true);
  });
}

function differenceOf(before: readonly string[], after: readonly string[]) {
  const [was, is] = [new Set(before), new Set(after)];
  return { add: after.filter((id) => !was.has(id)), remove: before.filter((id) => !is.has(id)) };
}

/** Writes the group with its new version. @returns false when nothing is other now */
async function write(
  tx: Ctx,
  { id, displayName, externalId }: GroupRow,
  after: ProvisionedGroup,
  { joined, left }: MembersWritten,
): Promise<boolean> {
  const fields = { displayName: after.displayName, externalId: after.externalId ?? null };
  const changed = changesOf({ displayName, externalId }, fields);
  const hasMoved = joined.length + left.length > 0;
  if (Object.keys(changed).length === 0 && !hasMoved) return false;
  const update = scoped(workspaceOf(tx.actor), provisionedGroups)
    .update(tx.db)
    .set({ ...fields, version: sql`${provisionedGroups.version} + 1`, updatedAt: tx.now() })
    .where(eq(provisionedGroups.id, id));
  await orTaken(update, "group");
  const isRenamed = fields.displayName !== displayName;
  await recordAudit(tx, {
    action: "connection.update_group",
    resourceType: "connection",
    resourceId: connectionOf(tx),
    changes: {
      group: { ...(isRenamed && { from: displayName }), to: fields.displayName },
      ...(joined.length > 0 && { joined: { to: joined.length } }),
      ...(left.length > 0 && { left: { to: left.length } }),
    },
  });
  return true;
}
