import { sql } from "drizzle-orm";
import { decisionLinks, leaveNotices } from "@/drizzle/schema/leave-mails";
import type { LeaveNoticeKind } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { wake } from "@/server/kernel/database/wake";
import { newId } from "@/server/kernel/ids";
import type { EventRow } from "@/server/modules/integrations/events/subscribers";

/** The background work that writes mails about leave; the name under which it is woken. */
export const leaveMailsWake = "leave-mails";

const { placeholder } = sql;
const workspaceId = sql`${placeholder("workspaceId")}::uuid`;
const at = sql`${placeholder("at")}::timestamptz`;

const note = statement(sql`
  with ended as (
    update ${decisionLinks} l set ended_at = ${at} where l.workspace_id = ${workspaceId}
      and l.leave_id = any(${placeholder("overIds")}::uuid[]) and l.ended_at is null
  )
  insert into ${leaveNotices} (workspace_id, id, leave_id, kind, previous_status, status, acting_user_id, created_at, next_attempt_at)
  select ${workspaceId}, id, "leaveId", kind, "previousStatus", status, ${placeholder("actingUserId")}::uuid, ${at}, ${at}
  from jsonb_to_recordset(${placeholder("rows")}::text::jsonb)
    as given(id uuid, "leaveId" uuid, kind text, "previousStatus" text, status text)`);

/** The leave of an event. Events of an import have no snapshot, and cause no mail. */
function leaveOf({ data }: EventRow) {
  if (!("leaveId" in data) || !data.snapshot) return null;
  const { leaveId, previousStatus, previousLevel = 0, step, snapshot, isNotifiedApart = false } = data;
  const { userId, status, companyLeaveId = null } = snapshot;
  const isLift = status === "OPEN" && snapshot.approvedLevel > previousLevel;
  return {
    leaveId,
    previousStatus,
    userId,
    status,
    isLift,
    isCompanys: companyLeaveId !== null && previousStatus === null,
    step,
    isNotifiedApart,
    waits: status === "OPEN" || !!snapshot.cancelAskedAt || !!snapshot.changeAskedAt,
  };
}

type ChangedLeave = NonNullable<ReturnType<typeof leaveOf>>;

/**
 * The recipients of an event: the current approvers, and the leave's owner for a change by another user. Their own change is mailed only
 * when it ends approved leave: the mail removes it from their calendar, or shortens it there.
 */
function kindsOf(
  tx: Ctx,
  { userId, status, isLift, isNotifiedApart, previousStatus, step, isCompanys }: ChangedLeave,
): LeaveNoticeKind[] {
  if (isNotifiedApart) return [];
  if (step === "askCancel" || step === "askChange") return ["ask"];
  if (step) return [step];
  const kinds: LeaveNoticeKind[] = status === "OPEN" ? ["ask"] : [];
  // Company leave is news to everyone, also to the user who booked it for all.
  const isOwn = tx.actor.userId === userId && !isCompanys;
  const isNew = previousStatus === null && status === "OPEN";
  const endsApproved = previousStatus === "APPROVED" && status !== "APPROVED";
  if (isOwn ? endsApproved : !isLift && !isNew) kinds.push("tell");
  return kinds;
}

/** Queues notices about changed leave, in the transaction of the change. A decision ends the links to the leave's decision page. */
export async function noteLeaveEvents(tx: Ctx, events: readonly EventRow[]): Promise<void> {
  const changed = events.map(leaveOf).filter((leave) => leave !== null);
  if (changed.length === 0) return;
  const rows = changed.flatMap((leave) =>
    kindsOf(tx, leave).map((kind) => ({
      id: newId(),
      kind,
      leaveId: leave.leaveId,
      previousStatus: leave.previousStatus,
      status: leave.status,
    })),
  );
  const overIds = changed.filter(({ waits }) => !waits).map(({ leaveId }) => leaveId);
  const { services, actor, afterCommit } = tx;
  await note(tx.db, {
    workspaceId: actor.workspaceId,
    actingUserId: actor.userId,
    at: tx.now().toISOString(),
    overIds: arrayOf(overIds),
    rows: JSON.stringify(rows),
  });
  if (rows.length > 0) afterCommit?.push(() => wake(services, leaveMailsWake));
}
