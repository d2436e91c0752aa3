import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import {
  findConcerned,
  findOverdrawnByPolicies,
  type OverdrawnPerson,
  type Policies,
} from "./find-policy-effect";
import { findTouched, markNow } from "./find-touched";

const mostNamed = 5;

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
export async function requireEverybodyCovered(tx: Ctx, { concerned, overdrawn }: Look): Promise<void> {
  const mark = await markNow(tx);
  const seen = new Set(await concerned(""));
  if (seen.size > 0) refuseOverdrawn(await overdrawn([...seen]));
  const held = await concerned("lock");
  if (held.length === 0) return;
  const touched = await findTouched(tx, mark);
  const anew = held.filter((id) => touched.has(id) || !seen.has(id));
  refuseOverdrawn(await overdrawn(anew));
}

/** Whether other policies still cover everybody's leave. @throws ApiError LEAVE_NEGATIVE_BALANCE */
export const requirePoliciesCover = (tx: Ctx, changes: Policies): Promise<void> =>
  requireEverybodyCovered(tx, {
    concerned: (lock) => findConcerned(tx, changes, lock),
    overdrawn: (userIds) => findOverdrawnByPolicies(tx, changes, userIds),
  });

function refuseOverdrawn([worst, ...others]: readonly OverdrawnPerson[]): void {
  if (!worst) return;
  const people = [worst, ...others];
  throw new ApiError("LEAVE_NEGATIVE_BALANCE", {
    description: `This would leave booked or requested leave uncovered: ${namesOf(people)}.`,
    resolution: "Give these people days of their own, allow a negative balance, or cancel leave first.",
    details: { missing: worst.missingDays },
  });
}

function namesOf(people: readonly OverdrawnPerson[]): string {
  const named = people.slice(0, mostNamed).map(({ name, missingDays }) => `${name} (${missingDays} days)`);
  const left = people.length - named.length;
  return left > 0 ? `${named.join(", ")}, and ${left} more` : named.join(", ");
}
