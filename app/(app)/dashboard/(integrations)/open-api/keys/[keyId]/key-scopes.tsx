import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Badge } from "@/app/_kit/ui/badge";
import { DataTable } from "@/app/_kit/ui/data-table";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { caller } from "@/app/_trpc/server";
import { endpointFacts } from "@/app/(app)/dashboard/(integrations)/open-api/endpoint-facts";
import type { EndpointFacts } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { refusalOf, scopeGroups } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import type { Role } from "@/server/access/roles";
import { isScope, type Scope } from "@/server/access/scopes";
import type { UsedEndpoint } from "@/server/modules/integrations/request-log/used-endpoints";

interface ScopeUse {
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

type Props = {
  id: string;
  scopes: readonly Scope[];
  /** The owner's role, if known: a scope that it no longer allows is not in force. */
  role: Role | null;
};

/** The tab "Scopes": the granted scopes and their usage. */
export async function KeyScopes({ id, scopes, role }: Props) {
  const t = await getTranslations("keys");
  const used = await load(caller().requestLog.usedEndpoints({ key: id }));
  const uses = used.data && scopeUseOf(used.data, endpointFacts);
  const rows = scopeGroups(t)
    .flatMap((group) => group.scopes)
    .filter(({ scope }) => scopes.includes(scope));
  return (
    <div className="flex flex-col gap-4">
      {used.error ? <LoadError error={used.error} /> : null}
      <DataTable
        caption={t("scopeTable.caption")}
        rows={rows}
        rowKey={({ scope }) => scope}
        columns={[
          {
            label: t("scopeTable.permission"),
            header: true,
            cell: ({ label }) => <span className="font-medium">{label}</span>,
          },
          {
            label: t("scopeTable.scope"),
            cell: ({ scope }) => <code className="font-mono text-xs">{scope}</code>,
          },
          {
            label: t("scopeTable.what"),
            cell: ({ scope, what }) => {
              const refusal = role && refusalOf(t, role, scope);
              return (
                <span className="flex flex-col items-start gap-1">
                  {what}
                  {refusal ? (
                    <Badge tone="warning">{t("scopeTable.notInForce", { reason: refusal })}</Badge>
                  ) : null}
                </span>
              );
            },
          },
          ...(uses
            ? [
                {
                  label: t("scopeTable.used"),
                  cell: ({ scope }: { scope: Scope }) => <Use use={uses.get(scope)} />,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

function Use({ use }: { use: ScopeUse | undefined }) {
  const t = useTranslations("keys.scopeTable");
  if (!use) return <Badge>{t("notUsed")}</Badge>;
  return (
    <span className="whitespace-nowrap">
      {t("requests", { count: use.count })}
      <span className="block text-muted text-xs">
        {t.rich("lastUsed", { at: () => <RelativeTime at={use.lastAt} /> })}
      </span>
    </span>
  );
}
