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
  const rows = scopeGroups.flatMap((group) => group.scopes).filter(({ scope }) => scopes.includes(scope));
  return (
    <DataTable
      caption="Scopes"
      rows={rows}
      rowKey={({ scope }) => scope}
      columns={[
        {
          label: "Permission",
          header: true,
          cell: ({ label }) => <span className="font-medium">{label}</span>,
        },
        { label: "Scope", cell: ({ scope }) => <code className="font-mono text-xs">{scope}</code> },
        {
          label: "What it allows",
          cell: (words) => {
            const refusal = role && refusalOf(role, words);
            return (
              <span className="flex flex-col items-start gap-1">
                {words.what}
                {refusal ? <Badge tone="warning">Not in force: {refusal}</Badge> : null}
              </span>
            );
          },
        },
      ]}
    />
  );
}
