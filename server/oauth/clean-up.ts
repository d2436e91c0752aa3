import { and, gt, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import {
  allowedApps,
  oauthClients,
  oauthCodes,
  oauthGrants,
  oauthRefreshTokens,
  oauthRequests,
} from "@/drizzle/schema/oauth";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import { firstId } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { endExpiredHooks } from "@/server/modules/integrations/webhooks/end-hooks";

/** Answered requests and used codes are kept for a day: "already answered", and a replay, are still recognised. */
const afterwardsMs = day;
/** Revoked grants stay listed under Connected apps for 30 days. */
const revokedMs = 30 * day;
/** Retention of a client that was never allowed (decision 3.5). */
export const unusedMs = 7 * day;

/** Clients of one transaction, which locks them. */
const together = 500;

/**
 * Deletes the clients that meet a condition and that no workspace refers to. Their locks keep rows that refer to them from being written
 * until the commit, so that the plain read between finds all of those.
 * @returns how many
 */
async function deleteClients(
  db: Db,
  isOver: SQL,
  referring: typeof allowedApps | typeof oauthGrants,
): Promise<number> {
  let total = 0;
  for (let after: string | null = firstId; after !== null; ) {
    const from: string = after;
    const step = await db.transaction(async (tx) => {
      const locked = await tx
        .select({ id: oauthClients.id })
        .from(oauthClients)
        .where(and(gt(oauthClients.id, from), isOver))
        .orderBy(oauthClients.id)
        .limit(together)
        .for("update", { skipLocked: true });
      const ids = locked.map(({ id }) => id);
      if (ids.length === 0) return { count: 0, last: null };
      const used = await scoped(everyWorkspace("an app may be used in many"), referring as typeof oauthGrants)
        .selectDistinct(tx, { clientId: referring.clientId })
        .where(isAnyOf(referring.clientId, ids));
      const kept = new Set(used.map(({ clientId }) => clientId));
      const gone = ids.filter((id) => !kept.has(id));
      if (gone.length > 0) await tx.delete(oauthClients).where(isAnyOf(oauthClients.id, gone));
      return { count: gone.length, last: ids.length === together ? (ids.at(-1) ?? null) : null };
    });
    total += step.count;
    after = step.last;
  }
  return total;
}

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
  ];
  const unused = sql`not ${oauthClients.isConfidential} and ${oauthClients.authorizedAt} is null
        and ${oauthClients.createdAt} < ${before(unusedMs)}
        and (${oauthClients.metadataExpiresAt} is null or ${oauthClients.metadataExpiresAt} < ${before(unusedMs)})`;
  let total = await endExpiredHooks(services);
  for (const [table, condition] of steps) total += await deleteInSteps(services, table, condition);
  total += await deleteClients(services.db, unused, allowedApps);
  total += await deleteClients(
    services.db,
    sql`${oauthClients.deletedAt} < ${before(revokedMs)}`,
    oauthGrants,
  );
  return total;
}
