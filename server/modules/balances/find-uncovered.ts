import type { Ctx } from "@/server/access/ctx";
import { yearContaining, yearsUntil } from "./accounting-year";
import { type BalanceClaim, byBalance, misfitsOf } from "./claims";
import { findChargesOfMany } from "./find-charges-of-many";
import { overdraws } from "./overdraft";
import { type Charge, cutsOf } from "./policy";
import { type Cover, chargesOfCover, horizonDays } from "./require-cover";
import { termsOf, yearSettingsOf } from "./terms";

/** A leave that a person would be given. */
export interface Claim extends BalanceClaim {
  leave: Cover;
}

type Group<C extends Claim> = ReturnType<typeof groupOf<C>>;

/** Claims of one person on one leave type, with the inputs of their balance. */
function groupOf<C extends Claim>(ctx: Ctx, claims: readonly [C, ...C[]]) {
  const [{ employee, policy }] = claims;
  const settings = yearSettingsOf(employee);
  const terms = termsOf(policy, ctx.actor.plan, employee.entitlements);
  const from = Math.min(...claims.map(({ leave }) => leave.period.start));
  const last = Math.max(employee.today + horizonDays, ...claims.map(({ leave }) => leave.period.end));
  const years = yearsUntil(settings, last, terms.rollover === "NONE" ? from : undefined);
  const singlesFrom = yearContaining(settings, from).start;
  const filter = { employee, leaveTypeId: policy.leaveTypeId, cuts: cutsOf(years, []), singlesFrom };
  return { claims, settings, terms, filter };
}

/** `requireCover` for many leaves at once: finds the ones without enough balance, in this order. The caller has locked the people. */
export async function findUncovered<C extends Claim>(
  ctx: Ctx,
  claims: readonly C[],
): Promise<ReadonlySet<C>> {
  const groups = byBalance(claims).map((group) => groupOf(ctx, group));
  const taken = await findChargesOfMany(
    ctx,
    groups.map(({ filter }) => filter),
  );
  return new Set(groups.flatMap((group, index) => uncoveredOf(group, taken[index] ?? [])));
}

function uncoveredOf<C extends Claim>({ claims, settings, terms, filter }: Group<C>, others: Charge[]): C[] {
  const given = [...others];
  return misfitsOf(claims, (some) => {
    const charges = some.flatMap(({ leave }) => chargesOfCover(leave, filter.cuts));
    const from = Math.min(...some.map(({ leave }) => leave.period.start));
    if (overdraws(settings, terms, { before: given, after: [...given, ...charges], from })) return false;
    given.push(...charges);
    return true;
  });
}
