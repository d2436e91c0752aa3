"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Named } from "@/app/_kit/ui/avatar";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { type CertificatesQuery, readCertificatesQuery } from "@/app/(app)/dashboard/(leave)/list-queries";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";
import { certificateStandings } from "@/server/modules/leave/certificates/schema";

type Certificate = inferRouterOutputs<AppRouter>["certificates"]["page"]["items"][number];

/** The table of certificates, the earliest due first. */
export function CertificatesTable({ first }: Pick<PagedListRecord<Certificate, CertificatesQuery>, "first">) {
  const t = useTranslations("leaves.certificates");
  const { certificates } = useTRPCClient();
  return (
    <PagedList
      caption={t("title")}
      columnsFrom={46}
      columns={useColumns()}
      rowKey={({ leaveId }) => leaveId}
      search={{ label: t("search") }}
      choices={[
        {
          name: "standing",
          label: t("standing"),
          options: certificateStandings.map((value) => ({ value, label: t(`standings.${value}`) })),
        },
      ]}
      read={readCertificatesQuery}
      first={first}
      ask={(query) => certificates.page.query(query)}
      shown={(count) => t("shown", { count })}
      nothing={({ show }) => (
        <EmptyState
          title={t("noMatch")}
          actions={<Button onClick={() => show({ standing: "all" })}>{t("showAll")}</Button>}
        >
          {t("noMatchText")}
        </EmptyState>
      )}
    />
  );
}

function useColumns(): PagedColumn<Certificate>[] {
  const t = useTranslations("leaves.certificates");
  const dates = useLeaveDates();
  return [
    {
      label: t("columns.person"),
      header: true,
      sort: { name: "name" },
      cell: ({ leaveId, userName }) => (
        <Named name={userName}>
          <TextLink quiet href={paths.leave(leaveId)}>
            {userName}
          </TextLink>
        </Named>
      ),
    },
    { label: t("columns.leave"), cell: ({ startDate, endDate }) => dates({ startDate, endDate }) },
    {
      label: t("columns.due"),
      sort: { name: "due" },
      cell: ({ dueOn }) => dates({ startDate: dueOn, endDate: dueOn }),
    },
    { label: t("columns.standing"), cell: (certificate) => <Standing {...certificate} /> },
  ];
}

function Standing({ receivedAt, isOverdue }: Pick<Certificate, "receivedAt" | "isOverdue">) {
  const t = useTranslations("leaves.certificates.standings");
  if (receivedAt !== null) return <Badge tone="success">{t("handedIn")}</Badge>;
  return isOverdue ? <Badge tone="danger">{t("overdue")}</Badge> : <Badge>{t("due")}</Badge>;
}
