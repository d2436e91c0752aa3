import type { Ctx } from "@/server/access/ctx";
import { groupBy } from "@/server/kernel/group-by";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { type BalanceChange, type CoverCase, coverCaseOf, type Policy } from "./cover-case";
import { findChargesOfMany } from "./find-charges-of-many";
import type { Charge } from "./policy";

/** A claim on a person's balance of one leave type. */
export interface BalanceClaim {
  employee: Employee;
  policy: Policy;
}

/** The days of a balance that claims concern. */
type Span = Pick<BalanceChange, "from" | "wholeYear" | "until">;

/** The rule by which claims fit a balance. */
interface Fit<C> {
  /** Null when the claims need no check. */
  spanOf(claims: readonly C[]): Span | null;
  /**
   * @param one any of the claims on the balance
   * @returns a trial: it accepts all of the given claims when they fit together with those accepted so far, and returns whether they do
   */
  trialOf(one: C, balance: CoverCase, others: readonly Charge[]): (some: readonly C[]) => boolean;
}

/** Finds the claims that do not fit their balances, with one statement for all. The claims on a balance are tried in this order. */
export async function findMisfits<C extends BalanceClaim>(
  ctx: Ctx,
  claims: readonly C[],
  { spanOf, trialOf }: Fit<C>,
): Promise<ReadonlySet<C>> {
  const byBalance = groupBy(claims, ({ employee, policy }) => `${employee.id} ${policy.leaveTypeId}`);
  const groups = [...byBalance.values()].flatMap((own) => {
    const [one] = own;
    const span = spanOf(own);
    const balance = one && span && coverCaseOf(ctx, { employee: one.employee, policy: one.policy, ...span });
    return balance ? [{ one, own, balance }] : [];
  });
  const charges = await findChargesOfMany(
    ctx,
    groups.map(({ balance }) => balance.filter),
  );
  const misfits = groups.flatMap(({ one, own, balance }, place) =>
    misfitsOf(own, trialOf(one, balance, charges[place] ?? [])),
  );
  return new Set(misfits);
}

/**
 * Finds the claims that do not fit, in this order. Tries all of them together first, the common case, then splits into halves down to
 * single claims.
 */
function misfitsOf<C>(claims: readonly C[], accepts: (some: readonly C[]) => boolean): C[] {
  if (accepts(claims)) return [];
  if (claims.length === 1) return [...claims];
  const half = Math.ceil(claims.length / 2);
  return [...misfitsOf(claims.slice(0, half), accepts), ...misfitsOf(claims.slice(half), accepts)];
}
