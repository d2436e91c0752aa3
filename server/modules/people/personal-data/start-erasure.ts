import { and, eq } from "drizzle-orm";
import { erasures } from "@/drizzle/schema/erasures";
import { operations } from "@/drizzle/schema/operations";
import type { UserStatus } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { encodeId } from "@/server/kernel/schema";
import { recordEvent } from "@/server/modules/integrations/events/record";
import { ownerOf } from "@/server/modules/integrations/operations/get";
import { recordOperation } from "@/server/modules/integrations/operations/record";
import { getUser } from "@/server/modules/people/people/get-user";
import { snapshotOf } from "@/server/modules/people/people/policy";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { countOwnedResources } from "./count-owned-resources";
import { endOwnedResources } from "./end-owned-resources";
import { eraseRecord } from "./erase-record";
import { findNames } from "./find-names";
import { lockPerson } from "./lock-person";
import { mentionsOf } from "./mentions";

/**
 * Permanently erases a person's identity (decision 12.9): their leave stays, nameless; their credentials end, and their resources are
 * deleted. Their own rows are erased at once; an operation then searches for other mentions, in steps.
 * @returns the operation's bare id; the same one while it is in progress
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when they are active or already erased
 */
export async function startErasure(ctx: Ctx, id: string): Promise<string> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  return inTransaction(ctx, async (tx) => {
    const person = await lockPerson(tx, id);
    if (person.erasedAt) return findOrRenew(tx, id);
    const possessions = await countOwnedResources(tx, id);
    const texts = await findNames(tx, person);
    await endOwnedResources(tx, id);
    await eraseRecord(tx, id, mentionsOf(texts));
    await tellErased(tx, id, person.status);
    const operationId = await recordSteps(tx, id);
    await tx.db.insert(erasures).values({
      ...{ workspaceId: tx.actor.workspaceId, userId: id, operationId, ...texts },
      ...{ possessions: { ...possessions }, erasedAt: tx.now() },
    });
    return operationId;
  });
}

async function recordSteps(tx: Ctx, userId: string): Promise<string> {
  const path = `/v2/users/${encodeId("user", userId)}/erase`;
  return (await recordOperation(tx, { method: "POST", path, search: "", body: null })).id;
}

/** The operation in progress; a new one in place of a failed one. */
async function findOrRenew(tx: Ctx, userId: string): Promise<string> {
  const whole = scoped(workspaceOf(tx.actor), erasures);
  const which = eq(erasures.userId, userId);
  const [begun] = await whole.select(tx.db, { operationId: erasures.operationId }).where(which);
  if (!begun)
    throw new ApiError("CONFLICT", {
      ...because("erased"),
      resolution: "There's nothing left to do.",
    });
  const [running] = await scoped(workspaceOf(tx.actor), operations)
    .select(tx.db, { ownerId: operations.ownerId })
    .where(and(eq(operations.id, begun.operationId), eq(operations.status, "PENDING")));
  if (running?.ownerId === ownerOf(tx)) return begun.operationId;
  if (running)
    throw new ApiError("CONFLICT", {
      ...because("beingErased"),
      resolution: "There's nothing left to do.",
    });
  const operationId = await recordSteps(tx, userId);
  await whole.update(tx.db).set({ operationId }).where(which);
  return operationId;
}

/** Records the audit line, and an event so that integrations with a copy of the person delete it. */
async function tellErased(tx: Ctx, id: string, previousStatus: UserStatus): Promise<void> {
  await recordAudit(tx, { action: "user.erase", resourceType: "user", resourceId: id });
  const snapshot = snapshotOf(await getUser(tx, id));
  await recordEvent(tx, {
    type: "user.updated",
    subjectUserId: id,
    data: { userId: id, previousStatus, snapshot },
  });
}
