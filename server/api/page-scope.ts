import type { PageScope } from "@/server/kernel/page-token";
import { ctxOf, type Exchange, endpointOf } from "./exchange";

/** What this request's page tokens are bound to: the caller and every parameter that selects rows. */
export function pageScope(x: Exchange): PageScope {
  const { limit: _limit, nextToken: _nextToken, ...filters } = x.query ?? {};
  const { actor, services } = ctxOf(x);
  return {
    encryptionKey: services.settings.encryptionKey,
    resource: endpointOf(x).path + JSON.stringify(x.rawParams ?? {}),
    workspaceId: actor.workspaceId,
    ownerId: actor.userId ?? "",
    filters: Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}
