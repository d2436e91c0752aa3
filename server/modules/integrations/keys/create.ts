import { apiKeys, rateCounters } from "@/drizzle/schema/api-keys";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { onlyReads, roleAllows } from "@/server/access/scopes";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { newId } from "@/server/kernel/ids";
import { freshCounter } from "@/server/modules/integrations/rate-limits/fresh-counter";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { requireAddOn } from "@/server/modules/workspace/settings/require-add-on";
import { newKey } from "./key-format";
import type { ApiKeyCreate } from "./schema";
import { type KeyRow, loadKey } from "./store";

export interface CreatedKey {
  key: KeyRow;
  /** The whole key: returned once, never stored. */
  plain: string;
}

/**
 * Creates a key that acts as its creator.
 * @throws ApiError VALIDATION_ERROR for a scope beyond the role or an expiry in the past, FORBIDDEN without the add-on, or where it can
 * write and the proof of a second factor is not fresh.
 */
export async function createApiKey(ctx: Ctx, input: ApiKeyCreate): Promise<CreatedKey> {
  const ownerId = ctx.actor.userId;
  if (!ownerId) throw new ApiError("FORBIDDEN");
  await requireAddOn(ctx);
  refuseFaults(ctx, input);
  if (!onlyReads(input.scopes)) await requireFreshProof(ctx);
  return inTransaction(ctx, async (tx) => {
    if (input.replacesKeyId) await loadKey(tx, input.replacesKeyId);
    const made = newKey(tx.actor.workspaceId);
    const id = newId();
    await insertKey(tx, { id, ownerId, made, input });
    await recordAudit(tx, {
      action: "api_key.create",
      resourceType: "api_key",
      resourceId: id,
      changes: { name: { to: input.name }, scopes: { to: input.scopes }, expiresAt: { to: input.expiresAt } },
    });
    return { key: await loadKey(tx, id), plain: made.plain };
  });
}

function refuseFaults(ctx: Ctx, input: ApiKeyCreate): void {
  const faults: FieldError[] = input.scopes
    .filter((scope) => !roleAllows(ctx.actor.role, scope))
    .map((scope) => ({ path: "scopes", ...fault("scopeOfRole", { scope }) }));
  if (input.expiresAt && input.expiresAt <= ctx.now()) faults.push({ path: "expiresAt", ...fault("future") });
  if (faults.length > 0) throw invalid(faults);
}

interface NewRow {
  id: string;
  ownerId: string;
  made: ReturnType<typeof newKey>;
  input: ApiKeyCreate;
}

async function insertKey(tx: Ctx, { id, ownerId, made, input }: NewRow): Promise<void> {
  const { workspaceId } = tx.actor;
  const now = tx.now();
  await tx.db.insert(apiKeys).values({
    workspaceId,
    id,
    ownerId,
    name: input.name,
    description: input.description ?? null,
    prefix: made.prefix,
    lastFour: made.lastFour,
    hash: made.hash,
    scopes: input.scopes,
    expiresAt: input.expiresAt,
    createdAt: now,
    replacesKeyId: input.replacesKeyId ?? null,
  });
  await tx.db.insert(rateCounters).values(freshCounter(workspaceId, id, now));
}
