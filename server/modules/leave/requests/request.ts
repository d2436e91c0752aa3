import { leaves } from "@/drizzle/schema/leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { insertInto } from "@/server/kernel/database/db";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { checkedParts } from "@/server/kernel/time/day-parts";
import type { LeaveTime } from "@/server/modules/leave/calendars/period";
import { type Employee, readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { noteMarks } from "@/server/modules/leave/rules/note-marks";
import { type LeavePlan, leaveTypeFaults, planLeave, type WantedLeave } from "./plan";
import { recordLeaveChange } from "./record-change";
import type { LeaveCreate } from "./schema";
import { settleInterruptions } from "./settle-interruptions";
import { isManager, isOwn, isWritable } from "./standing";
import type { LeaveRow } from "./store";
import { initialState } from "./transitions";

const insert = insertInto(leaves, (given) => given.returning({ writtenAt: leaves.writtenAt }));

/**
 * Books leave for oneself, or adds it for a person managed by the acting user (decision 7).
 * @throws ApiError VALIDATION_ERROR, FORBIDDEN, CONFLICT for an overlap or changed rules, LEAVE_NEGATIVE_BALANCE, LEAVE_RULE_BROKEN
 */
export function requestLeave(ctx: Ctx, input: LeaveCreate): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const employee = await findTaker(tx, input, "lock");
    const wanted = wantedOf(input, employee);
    const { noted, ...plan } = await planLeave(tx, employee, wanted, null, input);
    const row = newRow(tx, employee, wanted, plan);
    const {
      workspaceId: _workspace,
      dayCounts: _counts,
      countMode: _mode,
      openedAt: _opened,
      remindedOn: _reminded,
      unattendedAt: _unattended,
      writtenAt: _written,
      ...leave
    } = row;
    // Sent together to save round trips.
    const [[written]] = await Promise.all([
      insert(tx.db, row),
      recordLeaveChange(tx, {
        action: "leave.request",
        before: null,
        after: leave,
        events: [leave.status === "OPEN" ? "leave.requested" : "leave.approved"],
      }),
      noteMarks(tx, leave.id, noted),
    ]);
    const booked = { ...leave, updatedAt: new Date(String(written?.written_at)) };
    if (plan.interrupts) await settleInterruptions(tx, employee, null, booked);
    return booked;
  });
}

/** The row of a leave that passed every rule. */
export function newRow(ctx: Ctx, employee: Employee, { time, ...wanted }: WantedLeave, plan: LeavePlan) {
  const isAdded = !isOwn(ctx, employee);
  const { approvalRequired, interrupts: _interrupts, countMode = "WORKING_DAYS", ...durations } = plan;
  const state = initialState(approvalRequired, isAdded);
  const isOpen = state.status === "OPEN";
  const at = ctx.now();
  return {
    workspaceId: ctx.actor.workspaceId,
    id: newId(),
    userId: employee.id,
    approverId: isAdded ? ctx.actor.userId : null,
    companyLeaveId: null as string | null,
    standsInForId: null,
    autoApproved: !isOpen,
    ...durations,
    countMode,
    ...time,
    ...wanted,
    departmentId: employee.departmentId,
    ...state,
    openedAt: isOpen ? at : null,
    remindedOn: null,
    unattendedAt: null,
    statusReason: null,
    cancelAskedAt: null,
    changeAskedAt: null,
    wantedChange: null,
    cancelReason: null,
    version: 0,
    createdAt: at,
    updatedAt: at,
    writtenAt: null,
  };
}

/** The leave that the input asks for. */
export const wantedOf = (input: LeaveCreate, employee: Employee): WantedLeave => ({
  leaveTypeId: input.leaveTypeId,
  locationId: employee.locationId,
  time: timeOf(input),
  reason: input.reason ?? null,
});

const timeOf = (input: LeaveCreate): LeaveTime => ({
  startDate: input.startDate,
  endDate: input.endDate,
  isFullDayLeave: input.isFullDayLeave,
  startHour: input.startHour ?? 0,
  startMinute: input.startMinute ?? 0,
  endHour: input.endHour ?? 0,
  endMinute: input.endMinute ?? 0,
  ...checkedParts(input),
});

/**
 * The person who will take the leave.
 * @param lock locks their row until the transaction ends: required for booking
 * @throws ApiError VALIDATION_ERROR on userId, FORBIDDEN when not managed
 */
export async function findTaker(
  ctx: Ctx,
  { leaveTypeId, ...input }: Partial<Pick<LeaveCreate, "userId" | "leaveTypeId">>,
  lock: "lock" | "" = "",
): Promise<Employee> {
  const userId = input.userId ?? ctx.actor.userId;
  const employee = userId ? await readEmployee(ctx, userId, lock) : null;
  const fault = takerFault(ctx, employee);
  if (fault || !employee)
    throw invalid([
      ...(fault ? [fault] : []),
      ...(leaveTypeId ? await leaveTypeFaults(ctx, leaveTypeId) : []),
    ]);
  if (isOwn(ctx, employee) || isManager(ctx, employee)) return employee;
  throw new ApiError("FORBIDDEN", because("addForManaged"));
}

/** Faults of a body's references: the person and the leave type, each checked alone. */
export async function leaveReferenceFaults(
  ctx: Ctx,
  { userId, leaveTypeId }: Partial<Pick<LeaveCreate, "userId" | "leaveTypeId">>,
): Promise<FieldError[]> {
  const fault = userId ? takerFault(ctx, await readEmployee(ctx, userId)) : null;
  return [...(fault ? [fault] : []), ...(leaveTypeId ? await leaveTypeFaults(ctx, leaveTypeId) : [])];
}

function takerFault(ctx: Ctx, employee: Employee | null): FieldError | null {
  const path = "userId";
  if (!employee || !isWritable(ctx, employee)) return { path, ...fault("person") };
  if (employee.status !== "ACTIVE") return { path, ...fault("inactive") };
  return null;
}
