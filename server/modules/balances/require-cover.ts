import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { dayText } from "@/server/kernel/calendar-date";
import { ApiError } from "@/server/kernel/errors";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import type { Period, Thousandths, WorkCalendar } from "@/server/modules/work-calendar/working-days";
import { yearContaining, yearsUntil } from "./accounting-year";
import { overdraws } from "./overdraft";
import { cutsOf } from "./policy";
import { chargesOfLeave, findCharges } from "./store";
import { termsOf, yearSettingsOf } from "./terms";

/** A leave as far as it takes from a balance. */
export interface Cover {
  period: Period;
  amount: Thousandths;
  calendar: WorkCalendar;
}

/** Leave is booked no further ahead than this, so nothing later can be carried into. Ten years and a little. */
export const horizonDays = 3700;

/**
 * Whether there is enough balance for a leave, or for a changed one in place of what it was. The caller holds the person's lock,
 * so what is counted here cannot change before the leave is written.
 * @throws ApiError LEAVE_NEGATIVE_BALANCE
 */
export async function requireCover(
  ctx: Ctx,
  worker: Worker,
  policy: typeof leavePolicies.$inferSelect,
  change: { leave: Cover; replaced: { id: string; cover: Cover | null } | null },
): Promise<void> {
  if (policy.unlimited || policy.allowNegativeBalance) return;
  const settings = yearSettingsOf(worker);
  const terms = termsOf(policy, ctx.actor.plan);
  const { leave, replaced } = change;
  const from = Math.min(leave.period.start, replaced?.cover?.period.start ?? leave.period.start);
  const last = Math.max(leave.period.end, worker.today + horizonDays);
  const singlesFrom = yearContaining(settings, from).start;
  // Without rollover no earlier year matters.
  const years = yearsUntil(settings, last, terms.rollover === "NONE" ? from : undefined);
  const cuts = cutsOf(years, []);
  const found = await findCharges(ctx, {
    userId: worker.id,
    leaveTypeId: policy.leaveTypeId,
    cuts,
    singlesFrom,
    except: replaced?.id ?? null,
  });
  const others = found.get(policy.leaveTypeId) ?? [];
  const charge = ({ calendar, ...taken }: Cover, at = cuts) =>
    chargesOfLeave({ ...taken, status: "APPROVED" }, calendar, at);
  const before = replaced?.cover
    ? [...others, ...charge(replaced.cover, cutsOf(years, [leave.period.end]))]
    : others;
  const after = [...others, ...charge(leave)];
  if (!overdraws(settings, terms, { before, after, from })) return;
  throw new ApiError("LEAVE_NEGATIVE_BALANCE", {
    description: `There isn't enough balance for leave from ${dayText(leave.period.start)} to ${dayText(leave.period.end)}.`,
  });
}
