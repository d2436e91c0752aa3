import { eq } from "drizzle-orm";
import { provisionedGroupMappings } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { invalid } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { checkReferences } from "@/server/modules/people/people/references";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { asDirectory, findGroup } from "./find-groups";
import { findMapping, type GroupMapping } from "./find-mappings";
import type { MappingChoice } from "./schema";
import { settleGroups } from "./settle-groups";
import { lockDirectory } from "./settle-person";
import { findMembers } from "./store";

/** @throws ApiError VALIDATION_ERROR for a department or label that does not exist */
export async function requireTarget(ctx: Ctx, { mapsTo }: { mapsTo: MappingChoice }): Promise<void> {
  const { faults } = await checkReferences(ctx, {
    ...(mapsTo.kind === "DEPARTMENT" && { departmentId: mapsTo.departmentId }),
    ...(mapsTo.kind === "LABEL" && { labels: [encodeId("label", mapsTo.labelId)] }),
  });
  if (faults.length > 0) throw invalid(faults.map((found) => ({ ...found, path: "mapsTo" })));
}

/** The row of a choice; null for nothing. */
const mappingOf = (choice: MappingChoice): GroupMapping | null =>
  choice.kind === "NOTHING"
    ? null
    : {
        kind: choice.kind,
        departmentId: choice.kind === "DEPARTMENT" ? choice.departmentId : null,
        labelId: choice.kind === "LABEL" ? choice.labelId : null,
      };

/**
 * Decides what membership of a group means here, and gives it to its members. What they have by the mapping before they keep.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function setMapping(
  ctx: Ctx,
  { groupId, mapsTo }: { groupId: string; mapsTo: MappingChoice },
): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const { connectionId, displayName } = await findGroup(tx, groupId);
    const directory = asDirectory(tx, connectionId);
    await lockDirectory(directory);
    await requireTarget(tx, { mapsTo });
    const [before, mapping] = [await findMapping(tx, groupId), mappingOf(mapsTo)];
    await write(tx, groupId, mapping);
    await recordAudit(tx, {
      action: "connection.map_group",
      resourceType: "connection",
      resourceId: connectionId,
      changes: {
        group: { to: displayName },
        mapsTo: { from: before?.kind ?? null, to: mapping?.kind ?? null },
        ...(mapping?.departmentId && { departmentId: { to: mapping.departmentId } }),
        ...(mapping?.labelId && { labelId: { to: mapping.labelId } }),
      },
    });
    const members = (await findMembers(tx, [groupId])).get(groupId) ?? [];
    await settleGroups(directory, members, mapping);
  });
}

async function write(tx: Ctx, groupId: string, mapping: GroupMapping | null): Promise<void> {
  const { workspaceId } = tx.actor;
  await scoped(workspaceOf({ workspaceId }), provisionedGroupMappings)
    .delete(tx.db)
    .where(eq(provisionedGroupMappings.groupId, groupId));
  if (mapping) await tx.db.insert(provisionedGroupMappings).values({ workspaceId, groupId, ...mapping });
}
