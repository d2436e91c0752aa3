import { and, gt, isNull, sql } from "drizzle-orm";
import { allowedApps, oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import type { AppsPolicy } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { clientIdOf, hostOf } from "../clients/client-id";
import type { Client } from "../clients/find-client";
import { loadAppsPolicy } from "./apps-policy";

/** An app that the workspace lists, or that one of its users has connected. */
export interface WorkspaceAppView {
  clientId: string;
  name: string;
  /** The host of its metadata document; null when it was registered. */
  host: string | null;
  isConfidential: boolean;
  /** Made by an administrator of the workspace, and therefore allowed without an entry. */
  isOfWorkspace: boolean;
  /** Null when it is not listed. */
  allowedAt: Date | null;
  /** Users of the workspace who have it connected. */
  peopleCount: number;
}

const listed = ({ db, actor }: Ctx) =>
  scoped(workspaceOf(actor), allowedApps)
    .select(db, { clientId: allowedApps.clientId, allowedAt: allowedApps.allowedAt })
    .where(undefined);

const connected = ({ db, actor, now }: Ctx) =>
  scoped(workspaceOf(actor), oauthGrants)
    .select(db, {
      clientId: oauthGrants.clientId,
      peopleCount: sql<number>`count(distinct ${oauthGrants.userId})::int`,
    })
    .where(and(isNull(oauthGrants.revokedAt), gt(oauthGrants.expiresAt, now())))
    .groupBy(oauthGrants.clientId);

const clientsOf = ({ db }: Ctx, ids: readonly string[]): Promise<Client[]> =>
  db
    .select()
    .from(oauthClients)
    .where(and(isAnyOf(oauthClients.id, ids), isNull(oauthClients.deletedAt)))
    .orderBy(inNameOrder(oauthClients.name), oauthClients.id);

/** For administrators: the policy, and every app that it concerns. @throws ApiError FORBIDDEN */
export async function listWorkspaceApps(ctx: Ctx): Promise<{ policy: AppsPolicy; apps: WorkspaceAppView[] }> {
  requireAdmin(ctx);
  const [policy, entries, uses] = await Promise.all([loadAppsPolicy(ctx), listed(ctx), connected(ctx)]);
  const allowedAt = new Map(entries.map((entry) => [entry.clientId, entry.allowedAt]));
  const peopleCount = new Map(uses.map((use) => [use.clientId, use.peopleCount]));
  const clients = await clientsOf(ctx, [...new Set([...allowedAt.keys(), ...peopleCount.keys()])]);
  const apps = clients.map((client) => ({
    clientId: clientIdOf(client),
    name: client.name,
    host: hostOf(client),
    isConfidential: client.isConfidential,
    isOfWorkspace: client.workspaceId === ctx.actor.workspaceId,
    allowedAt: allowedAt.get(client.id) ?? null,
    peopleCount: peopleCount.get(client.id) ?? 0,
  }));
  return { policy, apps };
}
