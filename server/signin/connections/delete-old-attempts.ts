import { lt } from "drizzle-orm";
import { signInAttempts, usedAssertions, usedLogoutTokens } from "@/drizzle/schema/connections";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";

/** Retention of attempts, for an administrator who looks at the outcome of a test: the claims are personal data. */
const keptMs = day;

/** Due work: deletes sign-ins at providers that began more than a day ago, and logout tokens and assertions that have expired. @returns how many */
export async function deleteOldAttempts(services: Services): Promise<number> {
  const now = services.clock();
  const attempts = await deleteInSteps(
    services,
    signInAttempts,
    lt(signInAttempts.expiresAt, plus(now, -keptMs)),
  );
  const tokens = await deleteInSteps(services, usedLogoutTokens, lt(usedLogoutTokens.expiresAt, now));
  return (
    attempts + tokens + (await deleteInSteps(services, usedAssertions, lt(usedAssertions.expiresAt, now)))
  );
}
