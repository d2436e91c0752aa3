import type { SignInProblem } from "@/drizzle/schema/values";

/** A sign-in at a provider failed. */
export class ProviderError extends Error {
  override name = "ProviderError";
  constructor(
    readonly problem: SignInProblem,
    /** What the provider, or the check, said; for administrators and the log. */
    readonly detail: string | null,
  ) {
    super(detail ?? problem);
  }
}

const maxDetail = 300;

/** What a provider said, to show or log. */
export const detailOf = (text: string): string => text.replace(/\p{Cc}+/gu, " ").slice(0, maxDetail);

/** Where an app demands a fresh sign-in, the provider must say when it authenticated the person, and not earlier than the demand. */
export function checkFreshness(after: Date | null, at: Date | null): void {
  if (after === null) return;
  if (at === null) throw new ProviderError("NO_AUTH_TIME", null);
  if (at < after) throw new ProviderError("NOT_FRESH", at.toISOString());
}
