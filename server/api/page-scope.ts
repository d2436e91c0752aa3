import type { PageScope } from "@/server/kernel/database/page-token";
import { pageResource } from "@/server/transport/endpoint";
import type { Admitted } from "./stages";

/**
 * What this request's page tokens are bound to: the caller and every parameter that selects rows.
 * @param query known parameters as text
 */
export function pageScope(
  { ctx: { actor, services }, endpoint, rawParams }: Admitted,
  query: Record<string, string>,
): PageScope {
  const { limit: _limit, nextToken: _nextToken, ...filters } = query;
  return {
    encryptionKeys: services.settings.encryptionKeys,
    resource: pageResource(endpoint) + JSON.stringify(rawParams),
    workspaceId: actor.workspaceId,
    ownerId: actor.userId ?? "",
    filters: Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}
