import { lt, sql } from "drizzle-orm";
import { secondFactors, signInSteps, usedPasskeyChallenges } from "@/drizzle/schema/second-factors";
import { sessions, signinTokens } from "@/drizzle/schema/signin";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";

/** Retention of ended rows, for later questions. */
const keptMs = 7 * day;

/** Due work: deletes sessions, steps and mailed secrets that ended more than a week ago, and factors that were never confirmed. @returns how many rows */
export async function deleteExpiredSignin(services: Services): Promise<number> {
  const before = plus(services.clock(), -keptMs);
  // One after the other, each by its own index.
  const expired = await deleteInSteps(services, sessions, lt(sessions.expiresAt, before));
  const revoked = await deleteInSteps(services, sessions, lt(sessions.revokedAt, before));
  const steps = await deleteInSteps(services, signInSteps, lt(signInSteps.expiresAt, before));
  const tokens = await deleteInSteps(services, signinTokens, lt(signinTokens.expiresAt, before));
  const challenges = await deleteInSteps(
    services,
    usedPasskeyChallenges,
    lt(usedPasskeyChallenges.expiresAt, services.clock()),
  );
  const neverUsed = sql`${secondFactors.confirmedAt} is null and ${lt(secondFactors.createdAt, before)}`;
  return (
    expired +
    revoked +
    steps +
    tokens +
    challenges +
    (await deleteInSteps(services, secondFactors, neverUsed))
  );
}
