import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

/** The fields of a key that the list needs: there may be thousands, and all of them go to the browser. */
export type KeyListed = Pick<
  ApiKeyView,
  | "id"
  | "name"
  | "masked"
  | "ownerName"
  | "scopes"
  | "state"
  | "isUnused"
  | "isExpiring"
  | "createdAt"
  | "lastUsedAt"
  | "requestsThisMonth"
  | "monthlyQuota"
> & { isOwn: boolean };

/** @param userId of the signed-in user */
export function listedKeys(views: readonly ApiKeyView[], userId: string): KeyListed[] {
  // React serialises a shared array once for all rows.
  const sets = new Map<string, ApiKeyView["scopes"]>();
  const shared = (scopes: ApiKeyView["scopes"]) => {
    const key = scopes.join();
    const known = sets.get(key) ?? scopes;
    sets.set(key, known);
    return known;
  };
  return views.map((view) => ({
    id: view.id,
    name: view.name,
    masked: view.masked,
    ownerName: view.ownerName,
    isOwn: view.ownerId === userId,
    scopes: shared(view.scopes),
    state: view.state,
    isUnused: view.isUnused,
    isExpiring: view.isExpiring,
    createdAt: view.createdAt,
    lastUsedAt: view.lastUsedAt,
    requestsThisMonth: view.requestsThisMonth,
    monthlyQuota: view.monthlyQuota,
  }));
}
