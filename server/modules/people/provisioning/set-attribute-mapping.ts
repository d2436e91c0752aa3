import { and, eq } from "drizzle-orm";
import { attributeMappings, attributeMappingValues } from "@/drizzle/schema/provisioning";
import type { AttributeTarget } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { encodeId } from "@/server/kernel/schema";
import { findAttributeRules, valueKeyOf } from "@/server/modules/people/people/find-attribute-meanings";
import { checkReferences } from "@/server/modules/people/people/references";
import type { UsersChange } from "@/server/modules/people/people/schema";
import { updateUsers } from "@/server/modules/people/people/update-users";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { getConnection } from "@/server/modules/workspace/connections/list";
import { findDecidedBy } from "./find-decided";
import { asDirectory } from "./find-groups";
import { findGiven } from "./find-mappings";
import type { AttributeMappingChange } from "./schema";
import { lockDirectory } from "./settle-person";

/** @throws ApiError VALIDATION_ERROR for a location, department or label that does not exist */
export async function requireMeanings(ctx: Ctx, { target, values }: AttributeMappingChange): Promise<void> {
  const ids = values.map(({ id }) => id);
  const { faults } = await checkReferences(ctx, {
    ...(target === "LOCATION" && { managedLocationIds: ids }),
    ...(target === "DEPARTMENT" && { approvedDepartmentIds: ids }),
    ...(target === "LABEL" && { labels: ids.map((id) => encodeId("label", id)) }),
  });
  if (faults.length > 0)
    throw invalid(faults.map((found) => ({ ...found, path: `values.${found.path.split(".")[1]}.id` })));
}

/** Changes of people, each with the people whom a rule changes so. What groups give comes first (decision 2.27). */
export async function planAttributeMapping(
  directory: Ctx,
  rule: AttributeMappingChange,
): Promise<{ userIds: string[]; change: UsersChange }[]> {
  const decided = await findDecidedBy(directory, rule.target, rule, "all");
  const given = rule.target === "DEPARTMENT" ? await findGiven(directory, [...decided.keys()]) : null;
  const byMeaning = new Map<string, string[]>();
  for (const [userId, id] of decided) {
    if (given?.get(userId)?.departmentId) continue;
    byMeaning.set(id, [...(byMeaning.get(id) ?? []), userId]);
  }
  return [...byMeaning]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, userIds]) => ({ userIds, change: changeTo(rule.target, id) }));
}

function changeTo(target: AttributeTarget, id: string): UsersChange {
  if (target === "LOCATION") return { locationId: id };
  if (target === "DEPARTMENT") return { departmentId: id };
  return { addLabels: [encodeId("label", id)] };
}

/**
 * Decides which attribute of a directory decides a location, department or label, and applies it to the people whom it provisions. What they
 * have by the rule before they keep. Who cannot move, because their leave would not be covered, stays.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function setAttributeMapping(ctx: Ctx, rule: AttributeMappingChange): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const { connectionId, target, attribute } = rule;
    await getConnection(tx, connectionId);
    const directory = asDirectory(tx, connectionId);
    await lockDirectory(directory);
    await requireMeanings(tx, rule);
    const before = (await findAttributeRules(tx, connectionId))[target];
    await write(tx, rule);
    await recordAudit(tx, {
      action: "connection.map_attribute",
      resourceType: "connection",
      resourceId: connectionId,
      changes: {
        target: { to: target },
        attribute: { from: before.attribute, to: attribute },
        exceptions: { from: before.values.length, to: rule.values.length },
      },
    });
    for (const change of await planAttributeMapping(directory, rule)) await updateUsers(directory, change);
  });
}

async function write(
  tx: Ctx,
  { connectionId, target, attribute, values }: AttributeMappingChange,
): Promise<void> {
  const { workspaceId } = tx.actor;
  const ofTarget = and(
    eq(attributeMappings.connectionId, connectionId),
    eq(attributeMappings.target, target),
  );
  // The values go with it.
  await scoped(workspaceOf({ workspaceId }), attributeMappings).delete(tx.db).where(ofTarget);
  const key = { workspaceId, connectionId, target };
  await tx.db.insert(attributeMappings).values({ ...key, attribute });
  if (values.length === 0) return;
  const written = await tx.db
    .insert(attributeMappingValues)
    .values(
      values.map(({ value, id }) => ({
        ...{ ...key, value, valueKey: valueKeyOf(value) },
        locationId: target === "LOCATION" ? id : null,
        departmentId: target === "DEPARTMENT" ? id : null,
        labelId: target === "LABEL" ? id : null,
      })),
    )
    .onConflictDoNothing()
    .returning({ value: attributeMappingValues.value });
  const kept = new Set(written.map(({ value }) => value));
  const at = values.findIndex(
    ({ value }, i) => !kept.has(value) || values.findIndex((one) => one.value === value) < i,
  );
  if (written.length < values.length)
    throw invalid([{ path: `values.${at}.value`, ...fault("listedTwice") }]);
}
