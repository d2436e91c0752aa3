import { type SQL, sql } from "drizzle-orm";
import { type DayCounts, readDayCounts, wholeDay } from "@/drizzle/schema/day-counts";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { readAs } from "@/server/kernel/database/row-reader";
import { isAnyOf, literal } from "@/server/kernel/database/sql-parts";

/** The count of each day of a leave, as an array that is indexed by day number. @param row the leave's alias in the statement */
export const keptArray = (row: SQL): SQL =>
  sql`coalesce(${row}.day_counts, leave_days(${row}.workspace_id, ${row}.id))`;

/** `keptArray` in the format of `readDayCounts`. */
export const keptCounts = (row: SQL): SQL<string> => sql<string>`${keptArray(row)}::text`;

/** The total of a leave. For whole days the recorded duration is exact, and so is the duration that missing day counts are fitted to. */
export const keptSum = (row: SQL): SQL<string> =>
  sql<string>`case when ${row}.day_counts is null
      or (${row}.is_full_day_leave and ${row}.start_part = 'FULL_DAY' and ${row}.end_part = 'FULL_DAY')
    then ${row}.duration_working_days * ${literal(wholeDay)}
    else (select sum(count) from unnest(${row}.day_counts) count) end`;

const leaf = sql`${leaves}`;

/** A column of a query on `leaves`. */
export const keptCountsField = readAs(sql<DayCounts>`${keptCounts(leaf)}`, readDayCounts);

const query = preparedBy((db) =>
  scoped(givenWorkspace, leaves)
    .select(db, { id: leaves.id, counts: keptCountsField })
    .where(isAnyOf(leaves.id, sql.placeholder("ids")))
    .prepare("kept_counts"),
);

/** The stored day counts of some leave, from when it was counted; unknown leave is absent. */
export async function findKeptCounts(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DayCounts>> {
  if (ids.length === 0) return new Map();
  const { workspaceId } = ctx.actor;
  const rows = await query(ctx.db).execute({ workspaceId, ids: [...new Set(ids)] });
  return new Map(rows.map(({ id, counts }) => [id, counts]));
}
