import { and, eq, ne, or, sql } from "drizzle-orm";
import { locationAdmins } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { dayNumber, dayText } from "@/server/kernel/calendar-date";
import { ApiError } from "@/server/kernel/errors";
import { layOutMail, type MailBlock } from "@/server/kernel/mail-layout";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { recordAudit } from "@/server/modules/audit/record";
import { enqueueMail } from "@/server/modules/mails/enqueue";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import { levelsOf } from "./approvers";
import { findApprovers } from "./find-approvers";
import { isOwn, notIn } from "./standing";
import { type LeaveRow, leaveFields, loadLeaveForWrite } from "./store";

/**
 * Reminds those whose turn it is to decide an open leave, by mail; once a day, which the database decides.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN for anybody but the owner, CONFLICT when it is not OPEN or they were reminded today
 */
export function remindApprovers(ctx: Ctx, id: string): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner } = await loadLeaveForWrite(tx, id);
    if (!isOwn(tx, owner))
      throw new ApiError("FORBIDDEN", { description: "Only the person on leave can remind its approvers." });
    if (leave.status !== "OPEN") throw notIn(leave);
    const reminded = await noteReminder(tx, leave, owner);
    await recordAudit(tx, { action: "leave.remind", resourceType: "leave", resourceId: id });
    for (const recipient of await recipientsOf(tx, leave, owner)) await tell(tx, reminded, recipient);
    return reminded;
  });
}

/** The one of several at once that comes first in a day passes. */
async function noteReminder(tx: Ctx, { id }: LeaveRow, { today }: Worker): Promise<LeaveRow> {
  const remindedOn = dayText(today);
  const [row] = await scoped(workspaceOf(tx.actor), leaves)
    .update(tx.db)
    .set({ remindedOn })
    .where(
      and(
        eq(leaves.id, id),
        eq(leaves.status, "OPEN"),
        sql`${leaves.remindedOn} is distinct from ${remindedOn}::date`,
      ),
    )
    .returning(leaveFields);
  if (row) return row;
  throw new ApiError("CONFLICT", {
    description: "The approvers were already reminded today.",
    resolution: "Remind them again tomorrow.",
  });
}

interface Recipient {
  email: string;
  name: string;
}

/** Approvers whose turn it is; where there are none, location admins, and where there are none either, administrators. */
async function recipientsOf(tx: Ctx, { approvedLevel }: LeaveRow, owner: Worker): Promise<Recipient[]> {
  const approvers = await findApprovers(tx, owner.departmentId);
  const { userId, role, plan } = tx.actor;
  const levels = levelsOf({ userId, role, ownerId: owner.id, approvers, hasTwoLevels: plan === "COMPLETE" });
  const onTurn = approvers.filter(
    (one) => one.userId !== owner.id && (levels === 1 || one.level === (approvedLevel === 0 ? 1 : 2)),
  );
  const ids = onTurn.map((one) => one.userId);
  const managesPlace = sql<boolean>`exists (select from ${locationAdmins} la where la.workspace_id = ${users.workspaceId}
    and la.user_id = ${users.id} and la.location_id = ${owner.locationId}::uuid)`;
  const found = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { email: users.email, name: users.name, managesPlace })
    .where(
      and(
        eq(users.status, "ACTIVE"),
        ne(users.id, owner.id),
        ids.length > 0 ? isAnyOf(users.id, ids) : or(managesPlace, eq(users.isAdmin, true)),
      ),
    )
    .orderBy(users.name, users.id);
  const nearest = found.filter((one) => one.managesPlace);
  return ids.length > 0 || nearest.length === 0 ? found : nearest;
}

const date = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long" });
const dateOf = (text: string) => date.format(dayNumber(text) * 86_400_000);

async function tell(tx: Ctx, leave: LeaveRow, { email, name }: Recipient): Promise<void> {
  const [owner] = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { name: users.name })
    .where(eq(users.id, leave.userId));
  const who = owner?.name ?? "";
  const { startDate, endDate } = leave;
  const dates =
    startDate === endDate ? `on ${dateOf(startDate)}` : `from ${dateOf(startDate)} to ${dateOf(endDate)}`;
  const subject = `${who} is waiting for your decision`;
  const blocks: MailBlock[] = [
    `Hi ${name},`,
    `${who} asked for leave ${dates} and is waiting for your decision.`,
    { label: "Open approvals", url: `${tx.services.settings.appUrl}/dashboard/approvals` },
    { small: "You’re receiving this email because you can decide this leave." },
  ];
  const { workspaceId } = tx.actor;
  await enqueueMail(tx, {
    ...{ workspaceId, kind: "leave_reminder", to: email, subject },
    ...layOutMail(subject, blocks),
  });
}
