import { and, eq } from "drizzle-orm";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { type DispatchRow, readDispatches } from "@/server/modules/integrations/schedules/read-dispatches";
import type { DueReport } from "./schedule";

/** Changes the occurrence unless it is finished, or deleted with its report. */
export const changePending = (
  tx: Db,
  { occurrence }: DueReport,
  change: Partial<typeof occurrences.$inferInsert>,
) =>
  scoped(workspaceOf(occurrence), occurrences)
    .update(tx)
    .set(change)
    .where(and(eq(occurrences.id, occurrence.id), eq(occurrences.status, "pending")));

/** Recipients whose mail was not sent yet. */
export async function findPendingDispatches(db: Db, { occurrence }: DueReport): Promise<DispatchRow[]> {
  const all = await readDispatches(db, workspaceOf(occurrence), eq(dispatches.occurrenceId, occurrence.id));
  return all.filter(({ status }) => status === "pending");
}
