import { lt } from "drizzle-orm";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import { signedInForMs } from "./policy";

/** Due work: deletes devices without a sign-in for 90 days, and those whose browser has set an end. @returns how many */
export async function deleteEndedDevices(services: Services): Promise<number> {
  const now = services.clock();
  // One after the other, each by its own index.
  const unused = lt(pushSubscriptions.signedInAt, plus(now, -signedInForMs));
  const deleted = await deleteInSteps(services, pushSubscriptions, unused);
  return deleted + (await deleteInSteps(services, pushSubscriptions, lt(pushSubscriptions.expiresAt, now)));
}
