import type { Ctx } from "@/server/access/ctx";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { lastDays } from "./accounting-year";
import { chargesOfCover, type Policy } from "./cover-case";
import { findChargesOfMany } from "./find-charges-of-many";
import { balanceOn, cutsFor } from "./policy";
import type { CoverChange } from "./require-cover";
import { termsOf, yearSettingsOf } from "./terms";

/**
 * The least that a balance has with a leave: on its last day in each accounting year, and on the last day of each later leave.
 * @returns null when the policy gives without limit
 */
export async function findLowest(
  ctx: Ctx,
  employee: Employee,
  policy: Policy,
  { leave, replaced }: CoverChange,
): Promise<Thousandths | null> {
  if (policy.unlimited) return null;
  const settings = yearSettingsOf(employee);
  const terms = termsOf(policy, ctx.actor.plan, employee.entitlements);
  const asOfs = lastDays(settings, leave.period);
  const { start, end } = leave.period;
  const cuts = cutsFor([settings], [terms], { from: start, until: end, asOf: asOfs });
  const filter = {
    employee,
    leaveTypeId: policy.leaveTypeId,
    cuts,
    singlesFrom: start,
    except: replaced?.id ?? null,
  };
  const [others = []] = await findChargesOfMany(ctx, [filter]);
  const charges = [...others, ...chargesOfCover(leave, cuts)];
  const days = new Set([...asOfs, ...charges.map(({ day }) => day).filter((day) => day >= end)]);
  const left = [...days].map((day) => balanceOn(settings, terms, charges, day).remaining ?? 0);
  return Math.min(...left);
}
