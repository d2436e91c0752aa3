import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { findUsualDay } from "./find-usual-day";
import { loadLeaveToAsk } from "./load-asked";
import { dueMailAt, furthestDays } from "./policy";
import { certificateFields, certificateLine, type SeenCertificate, seenOn } from "./store";

/** @throws ApiError VALIDATION_ERROR for a day that is over, or further ahead than a year */
export function requireDueOn(dueOn: string, today: DayNumber): void {
  const ahead = dayNumber(dueOn) - today;
  if (ahead < 0) throw invalid([{ path: "dueOn", ...fault("past") }]);
  if (ahead > furthestDays)
    throw invalid([{ path: "dueOn", ...fault("daysAhead", { limit: furthestDays }) }]);
}

/**
 * Asks for a certificate of an open or approved leave. The person is mailed.
 * @param dueOn the last day to hand it in; by default the usual one
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
      dueOn: dueOn ?? (await findUsualDay(tx, leave)),
    };
    const [asked] = await tx.db
      .insert(leaveCertificates)
      .values(row)
      .onConflictDoNothing({ target: [leaveCertificates.workspaceId, leaveCertificates.leaveId] })
      .returning(certificateFields);
    if (!asked) throw new ApiError("CONFLICT", because("certificateAsked"));
    await recordAudit(tx, certificateLine("ask", leave.id, { dueOn: { to: asked.dueOn } }));
    await tell(tx, "certificateAsked", {
      ...{ leaveId: leave.id, status: leave.status, isNew: true },
      dueMailAt: dueMailAt(asked.dueOn, owner.timezone, tx.now()),
    });
    return seenOn(asked, owner.today);
  });
}
