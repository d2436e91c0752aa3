import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";

/** An employee whose leave would no longer be covered. */
interface Named {
  /** Null for a person beyond the caller's reach. */
  name: string | null;
  /** The amount on the worst day. */
  missingDays: number;
}

const maxNamed = 5;

/** @param people sorted by missing days, most first @throws ApiError LEAVE_NEGATIVE_BALANCE unless empty */
export function requireNoneOverdrawn([worst, ...others]: readonly Named[]): void {
  if (!worst) return;
  const people = [worst, ...others];
  throw new ApiError("LEAVE_NEGATIVE_BALANCE", {
    ...because("uncoveredPeople", {
      people: namesOf(people),
      names: shortNamesOf(people),
      count: people.length,
    }),
    resolution: "Give these people days of their own, allow a negative balance, or cancel leave first.",
    details: { missing: worst.missingDays },
  });
}

/** Names alone, for the pages' words. */
const shortNamesOf = (people: readonly Named[]): string =>
  people
    .flatMap(({ name }) => name ?? [])
    .slice(0, maxNamed)
    .join(", ") || "none";

function namesOf(people: readonly Named[]): string {
  const named = people
    .filter(({ name }) => name !== null)
    .slice(0, maxNamed)
    .map(({ name, missingDays }) => `${name} (${missingDays} days)`);
  const left = people.length - named.length;
  if (named.length === 0) return `${left} ${left === 1 ? "person" : "people"} beyond your reach`;
  return left > 0 ? `${named.join(", ")}, and ${left} more` : named.join(", ");
}
