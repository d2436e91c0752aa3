"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Column } from "@/app/_kit/ui/data-table";
import { ListTable } from "@/app/_kit/ui/list-table";
import { SearchInput } from "@/app/_kit/ui/search-input";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { QuotaStanding } from "@/app/(app)/dashboard/(integrations)/open-api/usage/quota-standing";
import { isFoundBy } from "@/server/kernel/text/folding";
import type { Quota } from "@/server/modules/integrations/request-log/quotas";

type QuotaRow = Pick<Quota, "id" | "name" | "used" | "quota" | "stage" | "forecast">;

/** The keys that are not among the fullest. */
export function QuotaTable({ quotas }: { quotas: readonly QuotaRow[] }) {
  const t = useTranslations("usage.quotas");
  const [filter, setFilter] = useState("");
  const columns = useColumns();
  const rows = quotas.filter(({ name }) => isFoundBy(name, filter.trim()));
  return (
    <div className="flex flex-col gap-3">
      <SearchInput label={t("filter")} value={filter} onChange={({ target }) => setFilter(target.value)} />
      {rows.length > 0 ? (
        <ListTable caption={t("others")} columns={columns} rows={rows} rowKey={({ id }) => id} />
      ) : (
        <p className="text-muted">{t("noMatch")}</p>
      )}
    </div>
  );
}

function useColumns(): Column<QuotaRow>[] {
  const t = useTranslations("usage.quotas");
  return [
    { label: t("columns.key"), header: true, cell: ({ name }) => name },
    {
      label: t("columns.used"),
      cell: ({ name, used, quota }) => (
        <div className="w-full max-w-40 columns:min-w-24">
          <QuotaMeter
            inline
            label={t.rich("for", { name, quiet: (words) => words })}
            view={{ requestsThisMonth: used, monthlyQuota: quota }}
          />
        </div>
      ),
    },
    { label: t("columns.forecast"), cell: (quota) => <QuotaStanding quota={quota} /> },
  ];
}
