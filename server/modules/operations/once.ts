import { and, eq, gt } from "drizzle-orm";
import { idempotencyKeys } from "@/drizzle/schema/operations";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { canonicalJson } from "@/server/kernel/canonical-json";
import { day, plus } from "@/server/kernel/clock";
import { ApiError } from "@/server/kernel/errors";
import { holdLock } from "@/server/kernel/lock";
import { sha256 } from "@/server/kernel/secrets";

export interface Attempt {
  /** Made once for one form. */
  attempt: string;
  /** What is written, to tell another use of the same attempt. */
  input: unknown;
}

/**
 * Lets a form of the pages create something once, however often it is sent: a repetition within 24 hours, also a simultaneous one,
 * gets the id of the first. It is remembered in the transaction of the effect.
 * @param create writes, and gives the bare UUID of what it made
 * @throws ApiError IDEMPOTENCY_KEY_REUSED when the form was saved before with something else in it
 */
export function once(
  ctx: Ctx,
  { attempt, input }: Attempt,
  create: (tx: Ctx) => Promise<string>,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { workspaceId, userId } = tx.actor;
    if (userId === null) throw new ApiError("FORBIDDEN");
    await holdLock(tx.db, `form:${userId}:${attempt}`);
    const fingerprint = sha256(canonicalJson(input));
    const key = `form:${attempt}`;
    const createdAt = tx.now();
    const [stored] = await tx.db
      .select({ fingerprint: idempotencyKeys.fingerprint, id: idempotencyKeys.body })
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.workspaceId, workspaceId),
          eq(idempotencyKeys.keyId, userId),
          eq(idempotencyKeys.key, key),
          gt(idempotencyKeys.createdAt, plus(createdAt, -day)),
        ),
      );
    if (stored && !stored.fingerprint.equals(fingerprint))
      throw new ApiError("IDEMPOTENCY_KEY_REUSED", {
        description: "This form was already saved with different values.",
        resolution: "Check the list for what was saved. Change it there, or reopen the form.",
      });
    if (stored?.id) return stored.id.toString();
    const id = await create(tx);
    const row = { fingerprint, status: 201, headers: {}, body: Buffer.from(id), createdAt };
    // A row that is older than the retention may still wait for the sweep.
    await tx.db
      .insert(idempotencyKeys)
      .values({ workspaceId, keyId: userId, key, ...row })
      .onConflictDoUpdate({
        target: [idempotencyKeys.workspaceId, idempotencyKeys.keyId, idempotencyKeys.key],
        set: row,
      });
    return id;
  });
}
