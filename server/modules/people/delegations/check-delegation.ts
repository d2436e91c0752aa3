import { eq } from "drizzle-orm";
import { departmentApprovers } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { reaches, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { sees } from "@/server/access/sight";
import type { FieldError } from "@/server/kernel/errors";
import { type FieldFault, fault } from "@/server/kernel/field-faults";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { isOwn, isWritable } from "@/server/modules/leave/requests/standing";
import { countPeopleOf } from "@/server/modules/people/people/hand-over";
import type { DelegationCreate } from "./schema";

/** The departments that a user approves, locked until the transaction ends. */
async function departmentsOf(ctx: Ctx, userId: string): Promise<string[]> {
  const rows = await scoped(workspaceOf(ctx.actor), departmentApprovers)
    .select(ctx.db, { id: departmentApprovers.departmentId })
    .where(eq(departmentApprovers.userId, userId))
    .orderBy(departmentApprovers.departmentId)
    .for("key share");
  return rows.map(({ id }) => id);
}

/** Whether the person is within the caller's sight; with a key also within its owner's reach. */
async function isNameable(ctx: Ctx, person: Employee): Promise<boolean> {
  if (isOwn(ctx, person)) return true;
  const { keyOwner } = ctx;
  if (keyOwner !== null && keyOwner.id !== person.id && !reaches(keyOwner.reach, person)) return false;
  return sees(await loadSight(ctx), person);
}

async function standInFault(
  ctx: Ctx,
  standIn: Employee | null,
  approverId: string,
): Promise<FieldFault | null> {
  if (!standIn || !(await isNameable(ctx, standIn))) return fault("person");
  if (standIn.status !== "ACTIVE") return fault("inactive");
  if (standIn.id === approverId) return fault("standInSelf");
  // A location admin must not extend their own reach by standing in for an approver.
  if (isOwn(ctx, standIn) && ctx.actor.role !== "ADMIN") return fault("standInOwn");
  return null;
}

function approverFault(ctx: Ctx, approver: Employee | null, decides: boolean): FieldFault | null {
  if (!approver || !isWritable(ctx, approver)) return fault("person");
  if (approver.status !== "ACTIVE") return fault("inactive");
  return decides ? null : fault("approver");
}

/**
 * Every fault in the references of a new delegation.
 * @param people the approver and the stand-in, where they exist
 */
export async function checkDelegation(
  ctx: Ctx,
  { departmentId, startDate, ...input }: DelegationCreate & { userId: string },
  people: ReadonlyMap<string, Employee>,
): Promise<FieldError[]> {
  const approver = people.get(input.userId) ?? null;
  const approves = approver ? await departmentsOf(ctx, approver.id) : [];
  const led = approver && approves.length === 0 ? await countPeopleOf(ctx, approver.id) : 0;
  const standIn = people.get(input.standInId) ?? null;
  const faults: [string, FieldFault | null | false | undefined | ""][] = [
    ["userId", approverFault(ctx, approver, approves.length > 0 || led > 0)],
    ["standInId", await standInFault(ctx, standIn, input.userId)],
    ["departmentId", departmentId && !approves.includes(departmentId) && fault("approvedDepartment")],
    ["startDate", approver && dayNumber(startDate) < approver.today && fault("past")],
  ];
  return faults.flatMap(([path, found]) => (found ? [{ path, ...found }] : []));
}
