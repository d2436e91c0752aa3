import { sql } from "drizzle-orm";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { touchesByPerson } from "@/server/modules/leave/calendars/away";
import { lockMeetings } from "./lock-meetings";

/** The settings of a leave type by which its leave meets other leave. */
interface Meeting {
  interrupts?: boolean | undefined;
  interruptible?: boolean | undefined;
}

/** @throws ApiError VALIDATION_ERROR for a type that would interrupt itself */
export function requireOneSide({ interrupts, interruptible }: Meeting): void {
  if (interrupts && interruptible) throw invalid([{ path: "interruptible", ...fault("interruptsBoth") }]);
}

const { placeholder } = sql;
const workspaceId = sql`${placeholder("workspaceId")}::uuid`;

/** Whether open or approved leave of a type is at the same time as other leave of its person. */
const meets = statement<{ found: boolean }>(sql`
  select exists (
    select from ${leaves} one
    join ${leaves} on ${leaves.workspaceId} = ${workspaceId} and ${leaves.userId} = one.user_id and ${leaves.id} <> one.id
      and ${isInEffect(leaves.status)} and ${touchesByPerson(sql`one.start_date`, sql`one.end_date`)}
    join ${leaveTypes} type on type.workspace_id = ${workspaceId} and type.id = ${leaves.leaveTypeId}
      and (type.interrupts or type.interruptible)
    where one.workspace_id = ${workspaceId} and one.leave_type_id = ${placeholder("leaveTypeId")}::uuid
      and ${isInEffect(sql`one.status`)}
  ) as found`);

/**
 * A setting that leave at the same time depends on stays while there is such leave: without it, that leave would overlap. Called after
 * people are locked, and before the settings are written.
 * @throws ApiError CONFLICT, VALIDATION_ERROR for a type that would interrupt itself
 */
export async function requireMeetings(tx: Ctx, id: string, before: Meeting, after: Meeting): Promise<void> {
  requireOneSide(after);
  const goes =
    (before.interrupts && !after.interrupts) || (before.interruptible && !after.interruptible) || false;
  if (!goes) return;
  await lockMeetings(tx);
  const [row] = await meets(tx.db, { workspaceId: tx.actor.workspaceId, leaveTypeId: id });
  if (row?.found)
    throw new ApiError("CONFLICT", {
      ...because("typesMeet"),
      resolution: "Keep the setting, or cancel one of the leaves that meet.",
    });
}
