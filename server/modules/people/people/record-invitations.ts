import type { NotificationLocale } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { recordBatches } from "@/server/modules/integrations/operations/start-batches";
import { maxInvited } from "./schema";

/**
 * Records the invitation of people, as v2 does, in batches.
 * @param tx inside a transaction
 * @returns the bare ids of the operations
 */
export const recordInvitations = (
  tx: Ctx,
  userIds: readonly string[],
  language: NotificationLocale,
): Promise<string[]> =>
  recordBatches(tx, { path: "/v2/users/bulk-invite", userIds, batchSize: maxInvited, body: { language } });
