import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { type Attempt, oncePerForm } from "./once-per-form";
import { recordOperation } from "./record";

/** A long write about many people. */
interface LongWrite {
  /** Of the v2 endpoint that carries a lot out; its body has `userIds`. */
  path: string;
  userIds: readonly string[];
  batchSize: number;
  /** What else its body has. */
  body: object;
}

/**
 * Has something done with many people as v2 does it, so few at a time that nobody is held for long: each lot is an operation of its own,
 * and is carried out once.
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
 * The same from a page.
 * @returns the bare ids of the operations; however often the form is sent, the same ones
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
