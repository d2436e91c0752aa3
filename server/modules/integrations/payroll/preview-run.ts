import { payrollLineKinds } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { dayText } from "@/server/kernel/time/calendar-date";
import { nextNumber, partsOf } from "./create-run";
import { gapsIn } from "./find-gaps";
import { findPeriod } from "./find-period";
import type { PayrollLine } from "./layout";
import { readLines } from "./read-lines";
import type { PayrollRunCreate } from "./schema";

/** Lines that a page shows before the run is made. */
const shownCount = 10;

/** What a run would have, by the same reading. Changes nothing. @throws ApiError FORBIDDEN, VALIDATION_ERROR */
export async function previewRun(ctx: Ctx, input: PayrollRunCreate) {
  requireRight(ctx, "payroll-runs:write");
  const { location, days } = await findPeriod(ctx, input);
  const { layout, codes } = await partsOf(ctx, input.templateId);
  const lines = await readLines(ctx, { locationId: location.id, days }, codes);
  const dates = { startDate: dayText(days.start), endDate: dayText(days.end) };
  return {
    ...dates,
    /** Above 1: the pay period has runs already. */
    number: await nextNumber(ctx, location.id, dates),
    lineCount: lines.length,
    userCount: new Set(lines.map(({ userId }) => userId)).size,
    totals: totalsOf(lines),
    gaps: gapsIn(layout, lines),
    lines: lines.slice(0, shownCount),
  };
}

type Sum = Pick<PayrollLine, "kind" | "leaveTypeName" | "wageCode" | "days" | "hours">;

/** The sums of lines by kind and leave type, to thousandths and hundredths. */
function totalsOf(lines: readonly PayrollLine[]) {
  const sums = new Map<string, Sum>();
  for (const { kind, leaveTypeId, leaveTypeName, wageCode, days, hours } of lines) {
    const key = `${kind} ${leaveTypeId}`;
    const sum = sums.get(key) ?? { kind, leaveTypeName, wageCode, days: 0, hours: 0 };
    sums.set(key, {
      ...sum,
      days: Math.round((sum.days + days) * 1000) / 1000,
      hours: Math.round((sum.hours + hours) * 100) / 100,
    });
  }
  const orderOf = ({ kind, leaveTypeName }: Sum) => `${payrollLineKinds.indexOf(kind)} ${leaveTypeName}`;
  return [...sums.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}
