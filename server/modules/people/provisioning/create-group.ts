import { provisionedGroups } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { connectionOf } from "./admit-directory";
import { getGroup } from "./get-group";
import { memberIdsOf, type ProvisionedGroup } from "./group-attributes";
import type { GroupRow } from "./present";
import { lockDirectory, orTaken } from "./settle-person";
import { writeMembers } from "./write-members";

/**
 * Creates a group. It means nothing here before an administrator maps it.
 * @throws ScimError 409 `uniqueness` when the directory has a group of this name
 */
export function createGroup(ctx: Ctx, group: ProvisionedGroup): Promise<GroupRow> {
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const [id, at, connectionId] = [newId(), tx.now(), connectionOf(tx)];
    const { displayName, externalId = null } = group;
    const insert = tx.db.insert(provisionedGroups).values({
      ...{ workspaceId: tx.actor.workspaceId, id, connectionId, displayName, externalId, version: 1 },
      ...{ createdAt: at, updatedAt: at },
    });
    await orTaken(insert, "group");
    const { joined } = await writeMembers(tx, id, { add: memberIdsOf(group), remove: [] });
    await recordAudit(tx, {
      action: "connection.create_group",
      resourceType: "connection",
      resourceId: connectionId,
      changes: { group: { to: displayName }, ...(joined.length > 0 && { joined: { to: joined.length } }) },
    });
    return getGroup(tx, id, true);
  });
}
