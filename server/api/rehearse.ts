import { inSavepoint } from "@/server/access/ctx";
import { limitLockWait } from "@/server/kernel/database/lock";
import { ApiError } from "@/server/kernel/errors";
import type { Answer } from "@/server/transport/answer";
import type { Ready } from "./stages";

/** Timeout of a rehearsal, after which the write is accepted unchecked: the client asked not to wait. */
export const rehearsalMs = 2000;
/** Lock timeout of a rehearsal. */
const lockWaitMs = 100;

class Undo extends Error {}

/**
 * Runs a write and rolls it back, so that a body that only stored rows prove wrong is refused before it is accepted (decision 4.2). Any
 * other failure, such as a conflict or a lock timeout, is left to the operation: its cause may have passed by then.
 * Must be called inside a transaction. @throws ApiError of status 400 that the write would be answered with
 */
export async function rehearse(inside: Ready, work: (x: Ready) => Promise<Answer>): Promise<void> {
  try {
    await inSavepoint(inside.ctx, async (ctx) => {
      // Both end with the savepoint: the lock timeout, and the after-commit callbacks.
      await limitLockWait(ctx.db, lockWaitMs);
      await work({ ...inside, ctx: { ...ctx, afterCommit: [] } });
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) throw error;
  }
}
