import type { GrantFacts, UserFacts } from "../../clients/token-facts";
import { invalidGrant } from "../../errors";

/** The grant was not revoked, and the user may still sign in (decision 3.11). */
export function checkGrantStands(
  found: { grant: GrantFacts | null; user: UserFacts | null } | undefined,
  now: Date,
): { grant: GrantFacts; user: UserFacts } {
  const { grant, user } = found ?? {};
  if (!grant || !user || grant.revokedAt !== null || grant.expiresAt <= now || user.status !== "ACTIVE")
    throw invalidGrant("The grant has ended.");
  return { grant, user };
}
