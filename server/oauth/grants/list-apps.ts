import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import type { RedirectTarget } from "../redirect-uri";
import { type GrantView, listGrants } from "./list";
import { type AppActivity, loadActivity, refOf } from "./load-activity";

/** An app that the acting person connected: all of their approvals of one client taken together. */
export interface AppView {
  clientId: string;
  /** As the request log names who called. */
  callerId: string;
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

/** A connected app, with what it does. */
export type ConnectedAppView = AppView & AppActivity;

type Approvals = [GrantView, ...GrantView[]];

/** Of approvals of one client, the newest first. */
function appOf(grants: Readonly<Approvals>): AppView {
  const { client, callerId } = grants[0];
  const oldest = grants.at(-1) ?? grants[0];
  return {
    ...client,
    callerId,
    scopes: [...new Set(grants.flatMap(({ scopes }) => scopes))],
    connectionCount: grants.length,
    firstConnectedAt: oldest.createdAt,
    lastUsedAt: latest(grants.map(({ lastUsedAt }) => lastUsedAt)),
    revokedAt: latest(grants.map(({ revokedAt }) => revokedAt)),
  };
}

function byClient(grants: readonly GrantView[]): Approvals[] {
  const known = new Map<string, Approvals>();
  for (const grant of grants) {
    const others = known.get(grant.client.clientId);
    if (others) others.push(grant);
    else known.set(grant.client.clientId, [grant]);
  }
  return [...known.values()];
}

/** The acting person's apps: those connected, and those that were revoked in the last 30 days and not connected again. */
export async function listApps(ctx: Ctx): Promise<{ connected: ConnectedAppView[]; revoked: AppView[] }> {
  const grants = await listGrants(ctx);
  const standing = byClient(grants.connected).map((approvals) => ({ approvals, ref: refOf(approvals) }));
  const activityOf = await loadActivity(
    ctx,
    standing.map(({ ref }) => ref),
  );
  const connected = standing.map(({ approvals, ref }) => ({ ...appOf(approvals), ...activityOf(ref) }));
  const isConnected = new Set(connected.map(({ clientId }) => clientId));
  const revoked = byClient(grants.revoked).map(appOf);
  return { connected, revoked: revoked.filter(({ clientId }) => !isConnected.has(clientId)) };
}

/**
 * The apps that somebody of the workspace has connected, for whoever may end them.
 * @throws ApiError FORBIDDEN for anybody but an administrator
 */
export async function listAppsOf(ctx: Ctx, userId: string): Promise<AppView[]> {
  requireAdmin(ctx);
  return byClient((await listGrants(ctx, userId)).connected).map(appOf);
}
