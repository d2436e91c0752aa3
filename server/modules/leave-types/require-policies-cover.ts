import type { Ctx } from "@/server/access/ctx";
import { lockRules } from "@/server/modules/balances/lock-rules";
import { requireNoneOverdrawn } from "@/server/modules/balances/require-none-overdrawn";
import {
  findConcerned,
  findOverdrawnByPolicies,
  type OverdrawnPerson,
  type Policies,
} from "./find-policy-effect";
import { findTouched, markNow } from "./find-touched";

/** Whom a change concerns, and whose leave it would leave uncovered. */
interface Look {
  concerned(lock: "lock" | ""): Promise<string[]>;
  overdrawn(userIds: readonly string[]): Promise<OverdrawnPerson[]>;
}

/**
 * Whether everybody's leave is still covered after a change: what is booked, or waits, must not lose its days where the policy forbids a
 * balance below zero (decision 7). Who books must not wait while thousands are looked at, so all are looked at first, and are held until
 * the transaction ends only while those are looked at anew of whom something has changed meanwhile.
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

/** Whether other policies still cover everybody's leave. @throws ApiError LEAVE_NEGATIVE_BALANCE */
export const requirePoliciesCover = (tx: Ctx, changes: Policies): Promise<void> =>
  requireAllCovered(tx, {
    concerned: (lock) => findConcerned(tx, changes, lock),
    overdrawn: (userIds) => findOverdrawnByPolicies(tx, changes, userIds),
  });
