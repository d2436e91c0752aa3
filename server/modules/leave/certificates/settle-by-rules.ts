import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { type Notices, tell } from "@/server/modules/integrations/events/subscribers";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { dueMailAt, notBefore } from "./policy";
import { certificateFields, certificateLine } from "./store";

/**
 * Asks for a certificate where a leave rule wants one, in the transaction of the leave's change: once, whatever is judged again. What a
 * person asked for, and what was received, stays.
 * @param when leave that was moved is asked anew, or no more; imported leave that is over is not asked about
 */
export async function settleByRules(
  tx: Ctx,
  { leaves: judged, when }: Notices["certificatesJudged"],
): Promise<void> {
  const due = new Map(
    judged.flatMap(({ leaveId, dueOn }) => (dueOn === null ? [] : [[leaveId, dueOn] as const])),
  );
  if (when === "moved")
    for (const { leaveId } of judged) if (!due.has(leaveId)) await takeBackByRule(tx, leaveId);
  if (due.size === 0) return;
  const found = await scoped(workspaceOf(tx.actor), leaves)
    .select(tx.db, {
      id: leaves.id,
      userId: leaves.userId,
      status: leaves.status,
      endDate: leaves.endDate,
      timezone: locations.timezone,
    })
    .innerJoin(users, eq(users.id, leaves.userId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(isAnyOf(leaves.id, [...due.keys()]));
  const at = tx.now();
  const asked = found
    .map((leave) => ({ ...leave, today: dayNumber(localDate(at, leave.timezone)) }))
    .filter(({ endDate, today }) => when !== "imported" || dayNumber(endDate) >= today)
    .map(({ id, userId, status, timezone, today }) => ({
      ...{ leaveId: id, userId, status, timezone },
      dueOn: notBefore(due.get(id) ?? "", today),
    }));
  if (asked.length === 0) return;
  const insert = tx.db.insert(leaveCertificates).values(
    asked.map(({ leaveId, userId, dueOn }) => ({
      ...{ workspaceId: tx.actor.workspaceId, leaveId, userId, dueOn },
      askedAt: at,
    })),
  );
  const target = [leaveCertificates.workspaceId, leaveCertificates.leaveId];
  const written = await (when === "moved"
    ? insert.onConflictDoUpdate({
        target,
        set: { dueOn: sql`excluded.due_on` },
        setWhere: and(
          isNull(leaveCertificates.askedById),
          isNull(leaveCertificates.receivedAt),
          ne(leaveCertificates.dueOn, sql`excluded.due_on`),
        ),
      })
    : insert.onConflictDoNothing({ target })
  ).returning(certificateFields);
  for (const row of written) {
    const leave = asked.find(({ leaveId }) => leaveId === row.leaveId);
    if (!leave) continue;
    const isNew = row.askedAt.getTime() === at.getTime();
    await recordAudit(
      tx,
      certificateLine(isNew ? "ask" : "update", row.leaveId, { dueOn: { to: row.dueOn } }),
    );
    await tell(tx, "certificateAsked", {
      ...{ leaveId: row.leaveId, status: leave.status, isNew },
      dueMailAt: dueMailAt(row.dueOn, leave.timezone, at),
    });
  }
}

/** The leave is no longer one that the rule wants a certificate of. */
async function takeBackByRule(tx: Ctx, leaveId: string): Promise<void> {
  const [gone] = await scoped(workspaceOf(tx.actor), leaveCertificates)
    .delete(tx.db)
    .where(
      and(
        eq(leaveCertificates.leaveId, leaveId),
        isNull(leaveCertificates.askedById),
        isNull(leaveCertificates.receivedAt),
      ),
    )
    .returning(certificateFields);
  if (gone) await recordAudit(tx, certificateLine("withdraw", leaveId, { dueOn: { from: gone.dueOn } }));
}
