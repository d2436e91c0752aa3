import { operations } from "@/drizzle/schema/operations";
import type { Ctx } from "@/server/access/ctx";
import { wake } from "@/server/kernel/database/wake";
import { newId } from "@/server/kernel/ids";
import { loadOperation, type OperationRow } from "./store";

/** The kind of due work that carries operations out; also the name under which an accepted write wakes it. */
export const operationsKind = "operations";

/** A validated request to carry out later. */
export interface AcceptedWrite {
  method: string;
  path: string;
  search: string;
  /** JSON text. */
  body: string | null;
}

/** Stores a write that a worker carries out exactly once. */
export async function recordOperation(ctx: Ctx, accepted: AcceptedWrite): Promise<OperationRow> {
  const { actor } = ctx;
  const sender = senderOf(ctx);
  if (!sender || !actor.userId)
    throw new Error("Only the write of a key or a signed-in person can become an operation");
  const id = newId();
  await ctx.db.insert(operations).values({
    workspaceId: actor.workspaceId,
    id,
    ...sender,
    actingUserId: actor.userId,
    requestId: ctx.requestId,
    ...accepted,
    dueAt: ctx.now(),
    createdAt: ctx.now(),
  });
  ctx.afterCommit?.push(() => wake(ctx.services, operationsKind));
  return loadOperation(ctx, id);
}

/** The owner of the operation, and the credential that sent it; undefined for a caller who has none. */
function senderOf({ actor: { via, userId }, keyOwner }: Ctx) {
  if (via.type === "apiKey" && keyOwner)
    return { ownerId: keyOwner.id, keyId: via.keyId, scopes: [...via.scopes] };
  if (via.type === "session" && userId) return { ownerId: userId, sessionId: via.sessionId, scopes: [] };
  return undefined;
}
