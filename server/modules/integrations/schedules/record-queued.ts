import { dispatches } from "@/drizzle/schema/schedules";
import type { InWorkspace } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";

/** Records that the mails of these dispatches are in the outbox, in the transaction that writes them. */
export const recordQueued = (tx: InWorkspace, ids: readonly string[]): Promise<unknown> =>
  scoped(workspaceOf(tx), dispatches)
    .update(tx.db)
    .set({ status: "queued", nextAttemptAt: null, attemptOpen: false })
    .where(isAnyOf(dispatches.id, ids));
