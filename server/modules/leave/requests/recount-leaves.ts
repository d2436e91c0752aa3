import { sql } from "drizzle-orm";
import { dayCountsText } from "@/drizzle/schema/day-counts";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { unnested } from "@/server/kernel/database/sql-parts";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { Recount } from "./find-recounts";
import { type LeaveChange, recordLeaveChanges } from "./record-change";

const { placeholder } = sql;
const update = statement(sql`
  with given as materialized (
    select ids, days, counts::bigint[] as counts from ${unnested("r", { ids: "uuid", days: "numeric", counts: "text" })})
  update ${leaves} l set duration_working_days = given.days, day_counts = given.counts,
    version = l.version + (l.duration_working_days <> given.days)::int, updated_at = ${placeholder("at")}::timestamptz
  from given
  where l.workspace_id = ${placeholder("workspaceId")}::uuid and l.id = given.ids`);

/** Why a leave is recounted, for its history: then no mail tells of it alone. */
type Cause = Pick<LeaveChange, "cause" | "interruption">;

/**
 * Writes new working days of leave with audit lines and events, as an edit of each would. The caller's transaction has locked the people
 * and the leave (`findRecounts`). Leave with the same total on other days leaves no trace.
 * @param interruption the time of the leave that interrupts, or did
 */
export async function recountLeaves(
  tx: Ctx,
  recounts: readonly Recount[],
  interruption?: NonNullable<LeaveChange["interruption"]>,
): Promise<void> {
  await storeRecounts(tx, recounts);
  await recordRecounts(tx, recounts, interruption && { interruption });
}

/** The counts alone: the time for which the people stay locked. */
export async function storeRecounts(tx: Ctx, recounts: readonly Recount[]): Promise<void> {
  if (recounts.length === 0) return;
  await update(tx.db, {
    workspaceId: tx.actor.workspaceId,
    at: tx.now().toISOString(),
    ids: arrayOf(recounts.map(({ leave }) => leave.id)),
    days: arrayOf(recounts.map(({ after }) => toDays(after))),
    counts: arrayOf(recounts.map(({ days }) => dayCountsText(days))),
  });
}

/**
 * The audit lines and events alone. Needs no lock: what has changed by the time of `storeRecounts` is recorded anew.
 * @param cause of a caller that tells the people about all of their leave at once
 */
export const recordRecounts = (
  tx: Ctx,
  recounts: readonly Recount[],
  cause?: Cause | ((recount: Recount) => Cause),
): Promise<void> =>
  recordLeaveChanges(
    tx,
    recounts
      .filter(({ before, after }) => before !== after)
      .map((recount) => ({
        action: "leave.recount",
        ...(typeof cause === "function" ? cause(recount) : cause),
        before: recount.leave,
        after: {
          ...recount.leave,
          durationWorkingDays: toDays(recount.after),
          version: recount.leave.version + 1,
        },
        events: ["leave.updated"],
      })),
  );
