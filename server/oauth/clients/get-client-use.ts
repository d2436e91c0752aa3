import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { readAs } from "@/server/kernel/database/row-reader";
import type { ClientKeeper } from "./keeper";
import { loadClient } from "./load-client";

/** A client's current use, for a user who is about to change or end it. */
export interface ClientUse {
  /** Users who have it connected. */
  peopleCount: number;
  /** Their active grants. */
  connectionCount: number;
  lastUsedAt: Date | null;
}

/** @throws ApiError RESOURCE_NOT_FOUND */
export async function getClientUse(keeper: ClientKeeper, clientId: string): Promise<ClientUse> {
  const client = await loadClient(keeper, clientId);
  const [use] = await scoped(everyWorkspace("an app may be used in many"), oauthGrants)
    .select(keeper.db, {
      peopleCount: sql<number>`count(distinct (${oauthGrants.workspaceId}, ${oauthGrants.userId}))::int`,
      connectionCount: sql<number>`count(*)::int`,
      lastUsedAt: readAs(sql<Date | null>`max(${oauthGrants.lastUsedAt})`, oauthGrants.lastUsedAt),
    })
    .where(
      and(
        eq(oauthGrants.clientId, client.id),
        isNull(oauthGrants.revokedAt),
        gt(oauthGrants.expiresAt, keeper.now()),
      ),
    );
  return use ?? { peopleCount: 0, connectionCount: 0, lastUsedAt: null };
}
