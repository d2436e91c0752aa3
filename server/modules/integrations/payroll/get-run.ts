import { eq, sql } from "drizzle-orm";
import { payrollLines } from "@/drizzle/schema/payroll";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { loadRun, type RunRow, readRunLines } from "./store";
import { writePayroll } from "./write-payroll";

const selectTotals = (ctx: Ctx, runId: string) =>
  scoped(workspaceOf(ctx.actor), payrollLines)
    .select(ctx.db, {
      kind: payrollLines.kind,
      leaveTypeId: payrollLines.leaveTypeId,
      leaveTypeName: payrollLines.leaveTypeName,
      wageCode: payrollLines.wageCode,
      lineCount: sql<number>`count(*)::int`,
      userCount: sql<number>`count(distinct ${payrollLines.userId})::int`,
      days: sql<number>`sum(${payrollLines.days})::float8`,
      hours: sql<number>`sum(${payrollLines.hours})::float8`,
    })
    .where(eq(payrollLines.runId, runId))
    .groupBy(payrollLines.kind, payrollLines.leaveTypeId, payrollLines.leaveTypeName, payrollLines.wageCode)
    .orderBy(
      sql`array_position(array['LEAVE', 'CORRECTION', 'BALANCE'], ${payrollLines.kind})`,
      payrollLines.leaveTypeName,
      payrollLines.leaveTypeId,
    );

type PayrollTotal = Awaited<ReturnType<typeof selectTotals>>[number];

/** A run with the sums of its lines, and how many characters its file lacks. */
export type RunDetails = RunRow & { totals: PayrollTotal[]; lineCount: number; replacedCount: number };

/** @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function getRun(ctx: Ctx, id: string): Promise<RunDetails> {
  requireRight(ctx, "payroll-runs:read");
  const run = await loadRun(ctx, id);
  const totals = await selectTotals(ctx, id);
  return {
    ...run,
    totals,
    lineCount: totals.reduce((sum, { lineCount }) => sum + lineCount, 0),
    replacedCount: await countReplaced(ctx, run),
  };
}

async function countReplaced(ctx: Ctx, run: RunRow): Promise<number> {
  const { format, encoding } = run.layout;
  if (format !== "CSV" || encoding === "UTF_8") return 0;
  return (await writePayroll(run.layout, run, await readRunLines(ctx, run.id))).replacedCount;
}
