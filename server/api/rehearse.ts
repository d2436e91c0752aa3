import { inSavepoint } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { limitLockWait } from "@/server/kernel/lock";
import type { Answer } from "@/server/transport/answer";
import type { Ready } from "./stages";

/** So long at most a write is looked at before it is accepted unseen: the client asked not to wait. */
export const rehearsalMs = 2000;
/** What somebody else holds is not waited for longer than this. */
const lockWaitMs = 100;

class Undo extends Error {}

/**
 * Does a write and undoes it, so that a body that only stored rows show to be wrong is refused before it is accepted (decision 4.2).
 * Everything else that may come of it, a conflict or a lock that is held, is for the operation to meet: it may have passed by then.
 * Must be called inside a transaction. @throws ApiError of status 400 that the write would be answered with
 */
export async function rehearse(inside: Ready, work: (x: Ready) => Promise<Answer>): Promise<void> {
  try {
    await inSavepoint(inside.ctx, async (ctx) => {
      // Both end with the savepoint: the setting, and what would follow a commit.
      await limitLockWait(ctx.db, lockWaitMs);
      await work({ ...inside, ctx: { ...ctx, afterCommit: [] } });
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) throw error;
  }
}
