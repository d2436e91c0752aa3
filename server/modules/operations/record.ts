import { operations } from "@/drizzle/schema/operations";
import type { Ctx } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { loadOperation, type OperationRow } from "./store";

/** A validated request, to be carried out later. */
export interface AcceptedWrite {
  method: string;
  path: string;
  search: string;
  /** JSON text. */
  body: string | null;
}

/** Stores a write that a worker carries out exactly once. */
export async function recordOperation(ctx: Ctx, accepted: AcceptedWrite): Promise<OperationRow> {
  const { actor, keyOwner } = ctx;
  if (actor.via.type !== "apiKey" || !keyOwner || !actor.userId)
    throw new Error("Only a key's write can become an operation");
  const id = newId();
  await ctx.db.insert(operations).values({
    workspaceId: actor.workspaceId,
    id,
    ownerId: keyOwner.id,
    keyId: actor.via.keyId,
    actingUserId: actor.userId,
    scopes: [...actor.via.scopes],
    requestId: ctx.requestId,
    ...accepted,
    dueAt: ctx.now(),
    createdAt: ctx.now(),
  });
  return loadOperation(ctx, id);
}
