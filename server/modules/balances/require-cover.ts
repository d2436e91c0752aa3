import type { DayCounts } from "@/drizzle/schema/day-counts";
import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { type DayNumber, dayText } from "@/server/kernel/calendar-date";
import { ApiError } from "@/server/kernel/errors";
import type { Employee } from "@/server/modules/work-calendar/read-employee";
import { type Period, type Thousandths, toDays } from "@/server/modules/work-calendar/working-days";
import { yearContaining, yearsUntil } from "./accounting-year";
import { shortfall } from "./overdraft";
import { type Charge, cutsOf } from "./policy";
import { chargesOf, findCharges } from "./store";
import { termsOf, yearSettingsOf } from "./terms";

/** The part of a leave that a balance is charged for. */
export interface Cover {
  period: Period;
  /** The count of each day. */
  days: DayCounts;
}

/** Leave is booked no further ahead than this, so nothing later matters for carry-over. Slightly more than ten years. */
export const horizonDays = 3700;

/** A new leave, or a changed one with the leave that it replaces. */
export interface CoverChange {
  leave: Cover;
  /** `cover` is null when the replaced leave had another type. */
  replaced: { id: string; cover: Cover | null } | null;
}

/**
 * Requires enough balance for a leave, or for a changed one in place of the replaced one. The caller has locked the person, so what is
 * counted here cannot change before the leave is written.
 * @throws ApiError LEAVE_NEGATIVE_BALANCE
 */
export async function requireCover(
  ctx: Ctx,
  employee: Employee,
  policy: typeof leavePolicies.$inferSelect,
  change: CoverChange,
): Promise<void> {
  const missing = await findShortfall(ctx, employee, policy, change);
  if (missing === 0) return;
  const { start, end } = change.leave.period;
  throw new ApiError("LEAVE_NEGATIVE_BALANCE", {
    description: `There isn't enough balance for leave from ${dayText(start)} to ${dayText(end)}.`,
    details: { missing: toDays(missing) },
  });
}

/** The shortfall of a leave on its worst day; 0 when all is covered, or need not be. */
export async function findShortfall(
  ctx: Ctx,
  employee: Employee,
  policy: typeof leavePolicies.$inferSelect,
  { leave, replaced }: CoverChange,
): Promise<Thousandths> {
  if (policy.unlimited || policy.allowNegativeBalance) return 0;
  const settings = yearSettingsOf(employee);
  const terms = termsOf(policy, ctx.actor.plan, employee.entitlements);
  const from = Math.min(leave.period.start, replaced?.cover?.period.start ?? leave.period.start);
  const last = Math.max(leave.period.end, employee.today + horizonDays);
  const singlesFrom = yearContaining(settings, from).start;
  // Without rollover, earlier years do not matter.
  const years = yearsUntil(settings, last, terms.rollover === "NONE" ? from : undefined);
  const cuts = cutsOf(years, []);
  const found = await findCharges(ctx, {
    employee,
    leaveTypeId: policy.leaveTypeId,
    cuts,
    singlesFrom,
    except: replaced?.id ?? null,
  });
  const others = found.get(policy.leaveTypeId) ?? [];
  const before = replaced?.cover
    ? [...others, ...chargesOfCover(replaced.cover, cutsOf(years, [leave.period.end]))]
    : others;
  const after = [...others, ...chargesOfCover(leave, cuts)];
  return shortfall(settings, terms, { before, after, from });
}

/** The charges of a leave once it is approved. */
export const chargesOfCover = ({ days }: Pick<Cover, "days">, cuts: readonly DayNumber[]): Charge[] =>
  chargesOf(days, cuts, { status: "APPROVED" });
