import { eq } from "drizzle-orm";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { leaves } from "@/drizzle/schema/leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError, invalid } from "@/server/kernel/errors";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { periodOf } from "@/server/modules/leave/calendars/period";
import type { LeaveOfFiles } from "@/server/modules/leave/files/sight";
import { findEnabledRules, readPlace } from "@/server/modules/leave/rules/find-enabled-rules";
import { concernsLeave } from "@/server/modules/leave/rules/policy";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { loadLeaveToAsk } from "./load-asked";
import { dueMailAt, furthestDays, usualDays } from "./policy";
import { certificateFields, certificateLine, type SeenCertificate, seenOn } from "./store";

/** @throws ApiError VALIDATION_ERROR for a day that is over, or further ahead than a year */
export function requireDueOn(dueOn: string, today: DayNumber): void {
  const ahead = dayNumber(dueOn) - today;
  if (ahead < 0) throw invalid([{ path: "dueOn", message: "Must not be in the past." }]);
  if (ahead > furthestDays)
    throw invalid([{ path: "dueOn", message: `Must be at most ${furthestDays} days ahead.` }]);
}

/**
 * Asks for a certificate of an open or approved leave. The person is mailed.
 * @param dueOn the last day to hand it in; by default as many days from now as the leave rule says, or three
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT when one was already asked for
 */
export function requestCertificate(
  ctx: Ctx,
  leaveId: string,
  { dueOn }: { dueOn?: string | undefined } = {},
): Promise<SeenCertificate> {
  return inTransaction(ctx, async (tx) => {
    const leave = await loadLeaveToAsk(tx, leaveId);
    const { owner } = leave;
    if (dueOn !== undefined) requireDueOn(dueOn, owner.today);
    const row = {
      ...{ workspaceId: tx.actor.workspaceId, leaveId: leave.id, userId: owner.id },
      ...{ askedAt: tx.now(), askedById: tx.actor.userId },
      dueOn: dueOn ?? dayText(owner.today + (await daysByRule(tx, leave))),
    };
    const [asked] = await tx.db
      .insert(leaveCertificates)
      .values(row)
      .onConflictDoNothing({ target: [leaveCertificates.workspaceId, leaveCertificates.leaveId] })
      .returning(certificateFields);
    if (!asked) throw new ApiError("CONFLICT", { description: "A certificate was already asked for." });
    await recordAudit(tx, certificateLine("ask", leave.id, { dueOn: { to: asked.dueOn } }));
    await tell(tx, "certificateAsked", {
      ...{ leaveId: leave.id, status: leave.status, isNew: true },
      dueMailAt: dueMailAt(asked.dueOn, owner.timezone, tx.now()),
    });
    return seenOn(asked, owner.today);
  });
}

/** The shortest time that a rule gives people like this one, for leave like this. */
async function daysByRule(tx: Ctx, { id, owner }: LeaveOfFiles): Promise<number> {
  const rules = (await findEnabledRules(tx)).filter(({ kind }) => kind === "PROOF");
  if (rules.length === 0) return usualDays;
  const [leave] = await scoped(workspaceOf(tx.actor), leaves)
    .select(tx.db, {
      leaveTypeId: leaves.leaveTypeId,
      startDate: leaves.startDate,
      endDate: leaves.endDate,
      isFullDayLeave: leaves.isFullDayLeave,
      startHour: leaves.startHour,
      startMinute: leaves.startMinute,
      endHour: leaves.endHour,
      endMinute: leaves.endMinute,
      startPart: leaves.startPart,
      endPart: leaves.endPart,
    })
    .where(eq(leaves.id, id));
  if (!leave) return usualDays;
  const facts = {
    person: await readPlace(tx, owner),
    leaveTypeId: leave.leaveTypeId,
    period: periodOf(leave),
  };
  const days = rules
    .filter((rule) => concernsLeave(rule, facts))
    .map(({ parameters }) => (parameters as { withinDays: number }).withinDays);
  return days.length === 0 ? usualDays : Math.min(...days);
}
