import { eq } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { periodOf } from "@/server/modules/leave/calendars/period";
import type { LeaveOfFiles } from "@/server/modules/leave/files/sight";
import { findEnabledRules, readPlace } from "@/server/modules/leave/rules/find-enabled-rules";
import { concernsLeave } from "@/server/modules/leave/rules/policy";
import { usualDays } from "./policy";

/**
 * The day by which a certificate is due that someone asks for without a day: as many days as the leave rules give people like this one for
 * leave like this, or three. They count from today, or from the leave's first day if that is to come.
 */
export async function findUsualDay(ctx: Ctx, { id, owner }: LeaveOfFiles): Promise<string> {
  const [leave] = await scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, {
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
  if (!leave) return dayText(owner.today + usualDays);
  const rules = (await findEnabledRules(ctx)).filter(({ kind }) => kind === "PROOF");
  const facts = {
    person: await readPlace(ctx, owner),
    leaveTypeId: leave.leaveTypeId,
    period: periodOf(leave),
  };
  const days = rules
    .filter((rule) => concernsLeave(rule, facts))
    .map(({ parameters }) => (parameters as { withinDays: number }).withinDays);
  const from = Math.max(owner.today, dayNumber(leave.startDate));
  return dayText(from + (days.length === 0 ? usualDays : Math.min(...days)));
}
