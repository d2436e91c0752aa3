import type { Ctx } from "@/server/access/ctx";
import type { RedirectTarget } from "../redirect-uri";
import { type GrantView, listGrants } from "./list";

/** An app that the acting person connected: all of their approvals of one client taken together. */
export interface AppView {
  clientId: string;
  name: string;
  isConfidential: boolean;
  /** Made by an administrator of the person's workspace. */
  isOfWorkspace: boolean;
  registeredAt: Date;
  /** Of the document in which it describes itself; null when it was registered. */
  host: string | null;
  targets: RedirectTarget[];
  /** What it may do through any of the approvals. */
  scopes: string[];
  /** One for each time that the app was allowed and not revoked since: a device or an installation. */
  connectionCount: number;
  firstConnectedAt: Date;
  lastUsedAt: Date | null;
  /** Null while it is connected. */
  revokedAt: Date | null;
}

const latest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((last, date) => (date && (!last || date > last) ? date : last), null);

/** Of approvals of one client, the newest first. */
function appOf(grants: readonly [GrantView, ...GrantView[]]): AppView {
  const { client } = grants[0];
  const oldest = grants.at(-1) ?? grants[0];
  return {
    ...client,
    scopes: [...new Set(grants.flatMap(({ scopes }) => scopes))],
    connectionCount: grants.length,
    firstConnectedAt: oldest.createdAt,
    lastUsedAt: latest(grants.map(({ lastUsedAt }) => lastUsedAt)),
    revokedAt: latest(grants.map(({ revokedAt }) => revokedAt)),
  };
}

function appsOf(grants: readonly GrantView[]): AppView[] {
  const byClient = new Map<string, [GrantView, ...GrantView[]]>();
  for (const grant of grants) {
    const known = byClient.get(grant.client.clientId);
    if (known) known.push(grant);
    else byClient.set(grant.client.clientId, [grant]);
  }
  return [...byClient.values()].map(appOf);
}

/** The acting person's apps: those connected, and those that were revoked in the last 30 days and not connected again. */
export async function listApps(ctx: Ctx): Promise<{ connected: AppView[]; revoked: AppView[] }> {
  const grants = await listGrants(ctx);
  const connected = appsOf(grants.connected);
  const isConnected = new Set(connected.map(({ clientId }) => clientId));
  return { connected, revoked: appsOf(grants.revoked).filter(({ clientId }) => !isConnected.has(clientId)) };
}
