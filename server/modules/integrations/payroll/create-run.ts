import { and, eq, sql } from "drizzle-orm";
import { type PayrollCode, type PayrollLayout, payrollLines, payrollRuns } from "@/drizzle/schema/payroll";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/database/db";
import { acquireLock, acquireSharedLock } from "@/server/kernel/database/lock";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { newId } from "@/server/kernel/ids";
import { dayText } from "@/server/kernel/time/calendar-date";
import { payrollLinesLock } from "@/server/modules/people/personal-data/policy";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { type FoundPeriod, findPeriod } from "./find-period";
import { getRun, type RunDetails } from "./get-run";
import { type PayrollLine, standardLayout } from "./layout";
import { readLines } from "./read-lines";
import type { PayrollRunCreate } from "./schema";
import { loadTemplate } from "./store";

const { placeholder } = sql;
const insert = statement(sql`
  insert into ${payrollLines} (workspace_id, run_id, position, kind, user_id, employee_id, name, email, department, leave_type_id,
    leave_type_name, wage_code, leave_id, days, hours, first_day, last_day, note)
  select ${placeholder("workspaceId")}::uuid, ${placeholder("runId")}::uuid, ${placeholder("from")}::int + place::int - 1, kind, "userId",
    "employeeId", name, email, department, "leaveTypeId", "leaveTypeName", "wageCode", "leaveId", days, hours, "firstDay", "lastDay", note
  from rows from (jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as (kind text, "userId" uuid, "employeeId" text, name text,
    email text, department text, "leaveTypeId" uuid, "leaveTypeName" text, "wageCode" text, "leaveId" uuid, days numeric,
    hours numeric, "firstDay" date, "lastDay" date, note text)) with ordinality as given(kind, "userId", "employeeId", name, email,
    department, "leaveTypeId", "leaveTypeName", "wageCode", "leaveId", days, hours, "firstDay", "lastDay", note, place)`);

/** Lines that are inserted together. */
const together = 5000;

async function insertLines(tx: Ctx, runId: string, lines: readonly PayrollLine[]): Promise<void> {
  const { workspaceId } = tx.actor;
  for (let from = 0; from < lines.length; from += together) {
    const rows = JSON.stringify(lines.slice(from, from + together));
    await insert(tx.db, { workspaceId, runId, from, rows });
  }
}

/** What a run takes from its template. The codes are stored with its lines. */
interface TemplateParts {
  layout: PayrollLayout;
  codes: readonly PayrollCode[];
}

/**
 * @param standard the layout of a run without a template
 * @throws ApiError VALIDATION_ERROR for an unknown template
 */
export async function partsOf(
  ctx: Ctx,
  templateId: string | null | undefined,
  standard: PayrollLayout = standardLayout,
): Promise<TemplateParts> {
  if (!templateId) return { layout: standard, codes: [] };
  try {
    const { codes, ...template } = await loadTemplate(ctx, templateId);
    const { name, columns, format, separator, decimal, encoding, dateForm, hasHeader } = template;
    return { layout: { name, columns, format, separator, decimal, encoding, dateForm, hasHeader }, codes };
  } catch (error) {
    if (error instanceof ApiError) throw invalid([{ path: "templateId", ...fault("templateHere") }]);
    throw error;
  }
}

/** The number of the next run of the same days. */
export async function nextNumber(tx: Ctx, locationId: string, { startDate, endDate }: Days): Promise<number> {
  const [row] = await scoped(workspaceOf(tx.actor), payrollRuns)
    .select(tx.db, { next: sql<number>`coalesce(max(${payrollRuns.number}), 0)::int + 1` })
    .where(
      and(
        eq(payrollRuns.locationId, locationId),
        eq(payrollRuns.startDate, startDate),
        eq(payrollRuns.endDate, endDate),
      ),
    );
  return row?.next ?? 1;
}

type Days = Pick<typeof payrollRuns.$inferSelect, "startDate" | "endDate">;

/** The scheduled report that makes a run, and its occurrence. */
interface Maker {
  reportId: string;
  occurrenceId: string;
}

/** Runs of a location are made one after the other, and take turns with erasures. */
export async function lockRuns(tx: Ctx, locationId: string): Promise<void> {
  await acquireSharedLock(tx.db, payrollLinesLock(tx.actor.workspaceId));
  await acquireLock(tx.db, `payroll-runs:${locationId}`);
}

/** Stores a run of what is true now. The caller has locked the location's runs. */
export async function storeRun(
  tx: Ctx,
  { location, days }: FoundPeriod,
  { layout, codes }: TemplateParts,
  maker?: Maker,
): Promise<RunDetails> {
  const { workspaceId, userId } = tx.actor;
  const lines = await readLines(tx, { locationId: location.id, days }, codes);
  const dates = { startDate: dayText(days.start), endDate: dayText(days.end) };
  const number = await nextNumber(tx, location.id, dates);
  const id = newId();
  await tx.db.insert(payrollRuns).values({
    ...{ workspaceId, id, locationId: location.id, locationName: location.name, ...dates, number, layout },
    ...{ createdById: userId, createdAt: tx.now(), ...maker },
  });
  await insertLines(tx, id, lines);
  await recordAudit(tx, {
    action: "payroll_run.create",
    resourceType: "payroll_run",
    resourceId: id,
    changes: {
      ...{
        locationId: { to: location.id },
        startDate: { to: dates.startDate },
        endDate: { to: dates.endDate },
      },
      ...{ number: { to: number } },
    },
  });
  return getRun(tx, id);
}

/**
 * Makes a run of a location's pay period: what is true now is stored, and stays.
 * @param standard the layout without a template
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR
 */
export function createRun(
  ctx: Ctx,
  input: PayrollRunCreate,
  standard: PayrollLayout = standardLayout,
): Promise<RunDetails> {
  requireRight(ctx, "payroll-runs:write");
  return inTransaction(ctx, async (tx) => {
    const period = await findPeriod(tx, input);
    const template = await partsOf(tx, input.templateId, standard);
    await lockRuns(tx, period.location.id);
    return storeRun(tx, period, template);
  });
}
