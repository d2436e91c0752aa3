import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { payrollLines, payrollRuns, payrollTemplates } from "@/drizzle/schema/payroll";
import { reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import type { PayrollLine } from "./layout";

export type RunRow = typeof payrollRuns.$inferSelect;
export type TemplateRow = typeof payrollTemplates.$inferSelect;

/** The runs of locations that the caller manages; administrators manage all. */
const areTheirs = (ctx: Ctx): SQL | undefined =>
  and(
    ...reachesOf(ctx).map((reach) => {
      if (reach.kind === "workspace") return undefined;
      return reach.kind === "locations" ? isAnyOf(payrollRuns.locationId, reach.ids) : sql`false`;
    }),
  );

/** Runs that the caller may see, the latest first. */
export const selectRuns = (ctx: Ctx, which: SQL | undefined, limit: number): Promise<RunRow[]> =>
  scoped(workspaceOf(ctx.actor), payrollRuns)
    .selectAll(ctx.db)
    .where(and(areTheirs(ctx), which))
    .orderBy(desc(payrollRuns.id))
    .limit(limit);

/** @throws ApiError RESOURCE_NOT_FOUND when it does not exist, or is not the caller's to see */
export async function loadRun(ctx: Ctx, id: string): Promise<RunRow> {
  const [found] = await selectRuns(ctx, eq(payrollRuns.id, id), 1);
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  return found;
}

const lineFields = {
  kind: payrollLines.kind,
  userId: payrollLines.userId,
  employeeId: payrollLines.employeeId,
  name: payrollLines.name,
  email: payrollLines.email,
  department: payrollLines.department,
  leaveTypeId: payrollLines.leaveTypeId,
  leaveTypeName: payrollLines.leaveTypeName,
  wageCode: payrollLines.wageCode,
  leaveId: payrollLines.leaveId,
  days: payrollLines.days,
  hours: payrollLines.hours,
  firstDay: payrollLines.firstDay,
  lastDay: payrollLines.lastDay,
  note: payrollLines.note,
};

/** The lines of a run after a place in it, in their order. */
export const selectLines = (ctx: Ctx, runId: string, after = -1, limit?: number) => {
  const found = scoped(workspaceOf(ctx.actor), payrollLines)
    .select(ctx.db, { ...lineFields, position: payrollLines.position })
    .where(and(eq(payrollLines.runId, runId), sql`${payrollLines.position} > ${after}`))
    .orderBy(asc(payrollLines.position));
  return limit === undefined ? found : found.limit(limit);
};

/** All lines of a run. */
export const readRunLines = (ctx: Ctx, runId: string): Promise<PayrollLine[]> => selectLines(ctx, runId);

/** @throws ApiError RESOURCE_NOT_FOUND */
export async function loadTemplate(ctx: Ctx, id: string): Promise<TemplateRow> {
  const [found] = await scoped(workspaceOf(ctx.actor), payrollTemplates)
    .selectAll(ctx.db)
    .where(eq(payrollTemplates.id, id));
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  return found;
}
