import { ApiError } from "@/server/kernel/errors";

/** Somebody whose leave would not be covered any more. */
interface Named {
  name: string;
  /** On the worst day. */
  missingDays: number;
}

const maxNamed = 5;

/** @param people who misses most comes first @throws ApiError LEAVE_NEGATIVE_BALANCE, where there is anybody */
export function requireNoneOverdrawn([worst, ...others]: readonly Named[]): void {
  if (!worst) return;
  const people = [worst, ...others];
  throw new ApiError("LEAVE_NEGATIVE_BALANCE", {
    description: `This would leave booked or requested leave uncovered: ${namesOf(people)}.`,
    resolution: "Give these people days of their own, allow a negative balance, or cancel leave first.",
    details: { missing: worst.missingDays },
  });
}

function namesOf(people: readonly Named[]): string {
  const named = people.slice(0, maxNamed).map(({ name, missingDays }) => `${name} (${missingDays} days)`);
  const left = people.length - named.length;
  return left > 0 ? `${named.join(", ")}, and ${left} more` : named.join(", ");
}
