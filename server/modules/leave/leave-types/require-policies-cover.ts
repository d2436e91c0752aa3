import type { Ctx } from "@/server/access/ctx";
import { lockRules } from "@/server/modules/leave/balances/lock-rules";
import { requireNoneOverdrawn } from "@/server/modules/leave/balances/require-none-overdrawn";
import {
  findConcerned,
  findOverdrawnByPolicies,
  type OverdrawnPerson,
  type Policies,
} from "./find-policy-effect";
import { findTouched, markNow } from "./find-touched";

/** Finds the people that a change concerns, and those whose leave it would leave uncovered. */
interface Look {
  concerned(lock: "lock" | ""): Promise<string[]>;
  overdrawn(userIds: readonly string[]): Promise<OverdrawnPerson[]>;
}

/**
 * Requires that everyone's leave is still covered after a change: booked or requested leave must not lose its days when the policy forbids
 * a negative balance (decision 7). Bookings must not wait while thousands of people are checked. So everyone is checked first without a
 * lock. Then all are locked until the transaction ends, and only people with changes meanwhile are checked again.
 * @throws ApiError LEAVE_NEGATIVE_BALANCE
 */
export async function requireAllCovered(tx: Ctx, { concerned, overdrawn }: Look): Promise<void> {
  await lockRules(tx);
  const mark = await markNow(tx);
  const seen = new Set(await concerned(""));
  if (seen.size > 0) requireNoneOverdrawn(await overdrawn([...seen]));
  const held = await concerned("lock");
  if (held.length === 0) return;
  const touched = await findTouched(tx, mark);
  const anew = held.filter((id) => touched.has(id) || !seen.has(id));
  requireNoneOverdrawn(await overdrawn(anew));
}

/** Requires that new policies still cover everyone's leave. @throws ApiError LEAVE_NEGATIVE_BALANCE */
export const requirePoliciesCover = (tx: Ctx, changes: Policies): Promise<void> =>
  requireAllCovered(tx, {
    concerned: (lock) => findConcerned(tx, changes, lock),
    overdrawn: (userIds) => findOverdrawnByPolicies(tx, changes, userIds),
  });
