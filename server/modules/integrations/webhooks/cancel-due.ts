import { type SQL, sql } from "drizzle-orm";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import { unnested } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";
import { minute, plus } from "@/server/kernel/time/clock";
import type { Due } from "./find-due";

/**
 * A condition on a row that is found by its id, written so that the planner cannot use it. In a quiet hour nothing is pending. A plan made
 * in that hour assumes that no row is pending and would scan all pending rows for each id.
 */
const provided = (condition: SQL): SQL => sql`case when ${condition} then true else false end`;

const at = sql`${sql.placeholder("at")}::timestamptz`;

function changing(set: SQL) {
  const change = statement(sql`
    update webhook_deliveries d set ${set}
    from ${unnested("r", { workspace_id: "uuid", id: "uuid", attempt_count: "int" })}
    where ${inBatch(sql`d.workspace_id`)} and d.workspace_id = r.workspace_id and d.id = r.id
      and ${provided(sql`d.attempt_count = r.attempt_count and d.status = 'pending'`)}`);
  return async (db: Db, due: readonly Due[], then: Date): Promise<void> => {
    if (due.length === 0) return;
    await change(db, {
      workspaces: arrayOf(workspacesOf(due)),
      workspace_id: arrayOf(due.map(({ workspaceId }) => workspaceId)),
      id: arrayOf(due.map(({ id }) => id)),
      attempt_count: arrayOf(due.map(({ attemptCount }) => attemptCount)),
      at: then.toISOString(),
    });
  };
}

const cancel = changing(
  sql`status = 'cancelled', error = 'OUT_OF_REACH', next_attempt_at = null, completed_at = ${at}`,
);
const postpone = changing(sql`next_attempt_at = ${at}`);

/** Cancels deliveries without an attempt: the owner may no longer receive them. */
export const cancelDue = ({ db, clock }: Services, due: readonly Due[]): Promise<void> =>
  cancel(db, due, clock());

/** Postpones deliveries whose bodies cannot be made, so that they are not retried in a tight loop. */
export const putOff = ({ db, clock }: Services, due: readonly Due[]): Promise<void> =>
  postpone(db, due, plus(clock(), minute));
