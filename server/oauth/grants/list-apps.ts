import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import type { RedirectTarget } from "../redirect-uri";
import { type GrantView, listGrants } from "./list";
import { type AppActivity, loadActivity, refOf } from "./load-activity";

/** An app that the acting user connected: all of their grants to one client taken together. */
export interface AppView {
  clientId: string;
  /** The id of the caller in the request log. */
  callerId: string;
  name: string;
  isConfidential: boolean;
  /** Made by an administrator of the user's workspace. */
  isOfWorkspace: boolean;
  registeredAt: Date;
  /** The host of its metadata document; null when it was registered. */
  host: string | null;
  targets: RedirectTarget[];
  /** The scopes of all of its grants together. */
  scopes: string[];
  /** The number of active grants: one for each device or installation. */
  connectionCount: number;
  firstConnectedAt: Date;
  lastUsedAt: Date | null;
  /** Null while it is connected. */
  revokedAt: Date | null;
}

const latest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((last, date) => (date && (!last || date > last) ? date : last), null);

/** A connected app, with its activity. */
export type ConnectedAppView = AppView & AppActivity;

type Approvals = [GrantView, ...GrantView[]];

/** The app of one client's grants, which are sorted newest first. */
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

/** The acting user's apps: connected ones, and ones revoked in the last 30 days and not connected again. */
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
 * The apps that a user of the workspace has connected, for administrators, who may end them.
 * @throws ApiError FORBIDDEN for anyone but an administrator
 */
export async function listAppsOf(ctx: Ctx, userId: string): Promise<AppView[]> {
  requireAdmin(ctx);
  return byClient((await listGrants(ctx, userId)).connected).map(appOf);
}
