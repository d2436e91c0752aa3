import type { EndpointFacts } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { isScope, type Scope } from "@/server/access/scopes";
import type { UsedEndpoint } from "@/server/modules/integrations/request-log/used-endpoints";

export interface ScopeUse {
  count: number;
  lastAt: Date;
}

/** The scopes that a key's calls needed: the endpoint's, and `users:act-on-behalf` for calls on behalf of another user. */
export function scopeUseOf(
  used: readonly UsedEndpoint[],
  endpoints: readonly EndpointFacts[],
): Map<Scope, ScopeUse> {
  const scopeOf = new Map(endpoints.map(({ method, path, scope }) => [`${method} ${path}`, scope]));
  const uses = new Map<Scope, ScopeUse>();
  const note = (scope: Scope, { count, lastAt }: UsedEndpoint) => {
    const known = uses.get(scope);
    uses.set(scope, {
      count: (known?.count ?? 0) + count,
      lastAt: known && known.lastAt > lastAt ? known.lastAt : lastAt,
    });
  };
  for (const endpoint of used) {
    const scope = scopeOf.get(`${endpoint.method} ${endpoint.path}`);
    if (scope && isScope(scope)) note(scope, endpoint);
    if (endpoint.onBehalf) note("users:act-on-behalf", endpoint);
  }
  return uses;
}
