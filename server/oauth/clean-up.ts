import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import {
  allowedApps,
  oauthClients,
  oauthCodes,
  oauthGrants,
  oauthRefreshTokens,
  oauthRequests,
} from "@/drizzle/schema/oauth";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { endExpiredHooks } from "@/server/modules/integrations/webhooks/end-hooks";

/** Answered requests and used codes are kept for a day: "already answered", and a replay, are still recognised. */
const afterwardsMs = day;
/** Revoked grants stay listed under Connected apps for 30 days. */
const revokedMs = 30 * day;
/** Retention of a client that was never allowed (decision 3.5). */
export const unusedMs = 7 * day;

/** The job: deletes expired rows. Codes, tokens and hooks go with their grant. @returns how many rows were deleted */
export async function cleanUpOauth(services: Services): Promise<number> {
  const now = services.clock();
  const before = (ms: number) => sql`${plus(now, -ms).toISOString()}::timestamptz`;
  const steps: [PgTable, SQL][] = [
    [oauthRequests, sql`${oauthRequests.expiresAt} < ${before(afterwardsMs)}`],
    [oauthCodes, sql`${oauthCodes.expiresAt} < ${before(afterwardsMs)}`],
    [oauthRefreshTokens, sql`${oauthRefreshTokens.expiresAt} < ${before(0)}`],
    [
      oauthGrants,
      sql`${oauthGrants.expiresAt} < ${before(0)} or ${oauthGrants.revokedAt} < ${before(revokedMs)}`,
    ],
    [
      oauthClients,
      sql`not ${oauthClients.isConfidential} and ${oauthClients.authorizedAt} is null
        and ${oauthClients.createdAt} < ${before(unusedMs)}
        and not exists (select from ${allowedApps} where ${allowedApps.clientId} = ${oauthClients.id})
        and (${oauthClients.metadataExpiresAt} is null or ${oauthClients.metadataExpiresAt} < ${before(unusedMs)})`,
    ],
    [
      oauthClients,
      sql`${oauthClients.deletedAt} < ${before(revokedMs)}
        and not exists (select from ${oauthGrants} where ${oauthGrants.clientId} = ${oauthClients.id})`,
    ],
  ];
  let total = await endExpiredHooks(services);
  for (const [table, condition] of steps) total += await deleteInSteps(services, table, condition);
  return total;
}
