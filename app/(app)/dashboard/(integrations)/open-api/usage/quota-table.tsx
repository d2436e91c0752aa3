"use client";

import { useTranslations } from "next-intl";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { useTRPCClient } from "@/app/_trpc/client";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { QuotaStanding } from "@/app/(app)/dashboard/(integrations)/open-api/usage/quota-standing";
import {
  besideShown,
  type QuotasQuery,
  readQuotasQuery,
} from "@/app/(app)/dashboard/(integrations)/open-api/usage/quotas-query";
import type { QuotaView } from "@/server/modules/integrations/request-log/present";

export type FirstQuotas = PagedListRecord<QuotaView, QuotasQuery>["first"];

type Props = {
  first: FirstQuotas;
  /** The ids of the keys above the table. */
  shown: readonly string[];
};

/** The keys that are not among the fullest. */
export function QuotaTable({ first, shown }: Props) {
  const t = useTranslations("usage.quotas");
  const { requestLog } = useTRPCClient();
  return (
    <PagedList
      caption={t("others")}
      columns={useColumns()}
      rowKey={({ id }) => id}
      search={{ label: t("filter") }}
      read={readQuotasQuery}
      first={first}
      ask={async (query) => besideShown(await requestLog.quotas.query(query), shown)}
      nothing={() => <p className="text-muted">{t("noMatch")}</p>}
    />
  );
}

function useColumns(): PagedColumn<QuotaView>[] {
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
