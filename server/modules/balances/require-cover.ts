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

/** A leave as far as it takes from a balance. */
export interface Cover {
  period: Period;
  /** What each of its days counts. */
  days: DayCounts;
}

/** Leave is booked no further ahead than this, so nothing later can be carried into. Ten years and a little. */
export const horizonDays = 3700;

/** A new leave, or a changed one with what it was. */
export interface CoverChange {
  leave: Cover;
  /** `cover` is null where it was of another leave type. */
  replaced: { id: string; cover: Cover | null } | null;
}

/**
 * Whether there is enough balance for a leave, or for a changed one in place of what it was. The caller holds the person's lock,
 * so what is counted here cannot change before the leave is written.
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

/** What is missing for a leave on its worst day; 0 when all is covered, or need not be. */
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
  // Without rollover no earlier year matters.
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

/** What a leave would take once it is approved. */
export const chargesOfCover = ({ days }: Pick<Cover, "days">, cuts: readonly DayNumber[]): Charge[] =>
  chargesOf(days, cuts, { status: "APPROVED" });
