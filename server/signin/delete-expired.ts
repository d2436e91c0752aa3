import { lt } from "drizzle-orm";
import { sessions, signinTokens } from "@/drizzle/schema/signin";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";

/** Retention of ended rows, for later questions. */
const keptMs = 7 * day;

/** Due work: deletes sessions and mailed secrets that ended more than a week ago. @returns how many rows */
export async function deleteExpiredSignin(services: Services): Promise<number> {
  const before = plus(services.clock(), -keptMs);
  // One after the other, each by its own index.
  const expired = await deleteInSteps(services, sessions, lt(sessions.expiresAt, before));
  const revoked = await deleteInSteps(services, sessions, lt(sessions.revokedAt, before));
  return (
    expired + revoked + (await deleteInSteps(services, signinTokens, lt(signinTokens.expiresAt, before)))
  );
}
