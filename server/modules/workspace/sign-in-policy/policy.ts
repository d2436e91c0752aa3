import type { FactorAudience } from "@/drizzle/schema/values";

/** Who needs a second factor, as it is stored: since when each of the two audiences does, or null (decision 2.18). */
export interface FactorPolicy {
  administratorsFactorSince: Date | null;
  everyoneFactorSince: Date | null;
  factorGraceDays: number;
}

/** What an administrator chooses. */
export interface FactorChoice {
  audience: FactorAudience;
  graceDays: number;
}

/** Whom the policy concerns. */
export function audienceOf({ administratorsFactorSince, everyoneFactorSince }: FactorPolicy): FactorAudience {
  if (everyoneFactorSince) return "EVERYONE";
  return administratorsFactorSince ? "ADMINISTRATORS" : "NO_ONE";
}

/** The policy after a choice: whom it concerns already, it concerns since the same time, so that no one's grace begins again. */
export const policyAfter = (
  before: FactorPolicy,
  { audience, graceDays }: FactorChoice,
  now: Date,
): FactorPolicy => ({
  administratorsFactorSince: audience === "NO_ONE" ? null : (before.administratorsFactorSince ?? now),
  everyoneFactorSince: audience === "EVERYONE" ? (before.everyoneFactorSince ?? now) : null,
  factorGraceDays: graceDays,
});
