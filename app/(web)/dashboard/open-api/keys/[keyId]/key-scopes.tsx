import { useTranslations } from "next-intl";
import { Badge } from "@/app/_ui/badge";
import { DataTable } from "@/app/_ui/data-table";
import { refusalOf, scopeGroups } from "@/app/(web)/dashboard/open-api/keys/scope-words";
import type { Role } from "@/server/access/roles";
import type { Scope } from "@/server/access/scopes";

/**
 * The tab "Scopes".
 * @param role the owner's, where it is known: a scope that it no longer allows is not in force
 */
export function KeyScopes({ scopes, role }: { scopes: readonly Scope[]; role: Role | null }) {
  const t = useTranslations("keys");
  const rows = scopeGroups(t)
    .flatMap((group) => group.scopes)
    .filter(({ scope }) => scopes.includes(scope));
  return (
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
      ]}
    />
  );
}
