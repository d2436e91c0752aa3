import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { type Attempt, oncePerForm } from "./once-per-form";
import { recordOperation } from "./record";

/** A long write about many people. */
interface LongWrite {
  /** Path of the v2 endpoint that carries a batch out; its body has `userIds`. */
  path: string;
  userIds: readonly string[];
  batchSize: number;
  /** The other fields of the body. */
  body: object;
}

/**
 * Records a write about many employees in batches, as v2 operations, so small that none keeps its row locks for long: each batch is a
 * separate operation, and is carried out once.
 * @param tx inside a transaction
 * @returns the bare ids of the operations
 */
export async function recordBatches(
  tx: Ctx,
  { path, userIds, batchSize, body }: LongWrite,
): Promise<string[]> {
  const recorded: string[] = [];
  for (let start = 0; start < userIds.length; start += batchSize) {
    const batch = userIds.slice(start, start + batchSize).map((id) => encodeId("user", id));
    const accepted = { method: "POST", path, search: "", body: JSON.stringify({ userIds: batch, ...body }) };
    recorded.push((await recordOperation(tx, accepted)).id);
  }
  return recorded;
}

/**
 * The same for a form of the pages.
 * @returns the bare ids of the operations; the same ones however often the form is sent
 * @throws ApiError IDEMPOTENCY_KEY_REUSED
 */
export async function startBatches(
  ctx: Ctx,
  attempt: Attempt,
  record: (tx: Ctx) => Promise<string[]>,
): Promise<string[]> {
  const recorded = await oncePerForm(ctx, attempt, async (tx) => (await record(tx)).join());
  return recorded.split(",").filter(Boolean);
}
