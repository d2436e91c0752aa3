import { sql } from "drizzle-orm";
import { dayCountsText } from "@/drizzle/schema/day-counts";
import { leaves } from "@/drizzle/schema/leaves";
import type { LeaveStatus } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { encodeId } from "@/server/kernel/schema";
import { dayText } from "@/server/kernel/time/calendar-date";
import { recordEvents } from "@/server/modules/integrations/events/record-many";
import { sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { calendarDays, toDays } from "@/server/modules/leave/calendars/working-days";
import { noteMarksOfMany } from "@/server/modules/leave/rules/note-marks-of-many";
import {
  endImport,
  isToBeWritten,
  readRows,
  writeInChunks,
} from "@/server/modules/workspace/imports/outcome";
import type { ImportBody, ImportResult } from "@/server/modules/workspace/imports/schema";
import { type Booking, interruptsOthers, planImport } from "./import-plan";
import { recountLeaves } from "./recount-leaves";
import { LeaveImportRow } from "./schema";
import { findInterrupted } from "./settle-interruptions";

/**
 * Adds leave for many people at once. It is approved like any leave that a manager adds, unless a row gives another status. Open and
 * approved leave must pass every rule of a single request, including balances; leave rules are returned as warnings and noted with the leave.
 * @returns the outcome of each row; faults of rows are not thrown
 * @throws ApiError FORBIDDEN for callers who manage no one
 */
export function importLeaves(ctx: Ctx, body: ImportBody): Promise<ImportResult> {
  if (ctx.actor.role === "USER") throw new ApiError("FORBIDDEN", because("importManagers"));
  return inTransaction(ctx, async (tx) => {
    const rows = readRows(body, LeaveImportRow);
    const bookings = await planImport(tx, rows);
    if (isToBeWritten(body.mode, rows)) await writeInChunks(tx, bookings, (chunk) => insertChunk(tx, chunk));
    return endImport(tx, body.mode, rows, { action: "leave.import", resourceType: "leave" });
  });
}

const { placeholder } = sql;
const writtenAt = sql`${placeholder("at")}::timestamptz`;
const insert = statement(sql`
  insert into ${leaves} (workspace_id, id, user_id, approver_id, auto_approved, duration_calendar_days,
    duration_working_days, day_counts, count_mode, start_date, end_date, is_full_day_leave, start_hour, start_minute, end_hour, end_minute,
    start_part, end_part, leave_type_id, location_id, department_id, status, reason, opened_at, created_at, updated_at)
  select ${placeholder("workspaceId")}::uuid, id, "userId", "approverId", status = 'APPROVED', "calendarDays", "workingDays", counts, "countMode",
    "startDate", "endDate", "isFullDayLeave", "startHour", "startMinute", "endHour", "endMinute", "startPart", "endPart", "leaveTypeId",
    "locationId", "departmentId", status, reason, case status when 'OPEN' then ${writtenAt} end, ${writtenAt}, ${writtenAt}
  from jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given(id uuid, "userId" uuid,
    "calendarDays" numeric, "workingDays" numeric, counts bigint[], "countMode" count_mode, "startDate" date, "endDate" date, "isFullDayLeave" boolean,
    "startHour" smallint, "startMinute" smallint, "endHour" smallint, "endMinute" smallint,
    "startPart" start_part, "endPart" end_part, "leaveTypeId" uuid,
    "locationId" uuid, "departmentId" uuid, status leave_status, reason text, "approverId" uuid)`);

/** The events of imported leave by status. Leave that was already without effect raises none. */
const newsOf: Partial<Record<LeaveStatus, "leave.requested" | "leave.approved">> = {
  OPEN: "leave.requested",
  APPROVED: "leave.approved",
};

async function insertChunk(tx: Ctx, chunk: readonly Booking[]): Promise<void> {
  const { workspaceId, userId } = tx.actor;
  const rows = chunk.map(({ row, employee, policy, time, leave }) => ({
    ...time,
    id: newId(),
    userId: employee.id,
    locationId: employee.locationId,
    departmentId: employee.departmentId,
    leaveTypeId: policy.leaveTypeId,
    calendarDays: calendarDays(leave.period),
    workingDays: toDays(toThousandths(sumOf(leave.days))),
    counts: dayCountsText(leave.days),
    countMode: policy.countMode,
    status: row.value.status,
    approverId: row.value.status === "APPROVED" ? userId : null,
    reason: row.value.reason ?? null,
  }));
  await insert(tx.db, { workspaceId, at: tx.now().toISOString(), rows: JSON.stringify(rows) });
  await noteMarksOfMany(
    tx,
    chunk.map(({ verdicts = [] }, place) => ({ leaveId: rows[place]?.id ?? "", verdicts })),
  );
  await recordEvents(
    tx,
    rows.flatMap(({ id, userId, status }) => {
      const type = newsOf[status];
      return type ? [{ type, subjectUserId: userId, data: { leaveId: id, previousStatus: null } }] : [];
    }),
  );
  for (const [index, booking] of chunk.entries())
    if (interruptsOthers(booking)) await interrupt(tx, booking, rows[index]?.id ?? null);
  // A row with several leaves gets the ID of the first.
  for (const [index, { row }] of chunk.entries()) row.id ??= encodeId("leave", rows[index]?.id ?? "");
}

/** Gives back the days of the person's other leave, also of leave of earlier rows. */
async function interrupt(tx: Ctx, { employee, period }: Booking, id: string | null): Promise<void> {
  const { recounts } = await findInterrupted(tx, employee, { id, was: null, is: period });
  await recountLeaves(tx, recounts, { startDate: dayText(period.start), endDate: dayText(period.end) });
}
