import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { findOverdrawnPeople, type OverdrawnPerson, type Policies } from "./find-policy-effect";

const mostNamed = 5;

/**
 * Whether other policies still cover everybody's leave: what is booked, or waits, must not lose its days where the policy forbids a
 * balance below zero (decision 7). The people are held until the transaction ends, so that nobody books in between.
 * @throws ApiError LEAVE_NEGATIVE_BALANCE
 */
export async function requirePoliciesCover(tx: Ctx, changes: Policies): Promise<void> {
  const [worst, ...others] = await findOverdrawnPeople(tx, changes, "lock");
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
