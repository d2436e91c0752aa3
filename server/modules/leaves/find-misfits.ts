import { and, eq, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/db";
import { readWorker } from "@/server/modules/work-calendar/read-worker";
import { planRest } from "./plan";
import { type LeaveRow, leaveFields } from "./store";

/** Leave that does not lie within somebody's employment. */
export interface Misfit {
  leave: LeaveRow;
  /** What is left of it within the employment; null where that has no working day. */
  rest: Pick<LeaveRow, "startDate" | "endDate" | "durationCalendarDays" | "durationWorkingDays"> | null;
}

/** The ends of an employment that change (`YYYY-MM-DD`). */
export interface Employment {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

const { placeholder } = sql;

const query = preparedBy((db, lock) => {
  const found = scoped(givenWorkspace, leaves)
    .select(db, leaveFields)
    .where(
      and(
        eq(leaves.userId, placeholder("userId")),
        sql`${leaves.status} in ('OPEN', 'APPROVED')`,
        sql`(${leaves.startDate} < ${placeholder("startDate")}::date or ${leaves.endDate} > ${placeholder("endDate")}::date)`,
      ),
    )
    .orderBy(leaves.startDate, leaves.id);
  return (lock ? found.for("no key update") : found).prepare(`leave_beyond_employment_${lock}`);
});

/**
 * Open and approved leave that another first or last day of work would end or shorten, the earliest first.
 * @param lock holds the leave until the transaction ends; the caller holds the person
 */
export async function findMisfits(
  ctx: Ctx,
  userId: string,
  { startDate = null, endDate = null }: Employment,
  lock: "lock" | "" = "",
): Promise<Misfit[]> {
  if (startDate === null && endDate === null) return [];
  const { workspaceId } = ctx.actor;
  const found = await query(ctx.db, lock).execute({ workspaceId, userId, startDate, endDate });
  const worker = found.length > 0 ? await readWorker(ctx, userId) : null;
  if (!worker) return [];
  return Promise.all(
    found.map(async (leave): Promise<Misfit> => {
      const time = {
        ...leave,
        startDate: startDate !== null && leave.startDate < startDate ? startDate : leave.startDate,
        endDate: endDate !== null && leave.endDate > endDate ? endDate : leave.endDate,
      };
      if (time.startDate > time.endDate) return { leave, rest: null };
      const durations = await planRest(ctx, worker, leave, time);
      const rest = { startDate: time.startDate, endDate: time.endDate, ...durations };
      return { leave, rest: durations.durationWorkingDays > 0 ? rest : null };
    }),
  );
}
