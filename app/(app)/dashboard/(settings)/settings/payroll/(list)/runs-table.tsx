"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";

type Run = inferRouterOutputs<AppRouter>["payroll"]["page"]["items"][number];
type Query = Record<string, never>;
const readQuery = (): Query => ({});

/** The table "Payroll", the latest run first. */
export function RunsTable({ first }: { first: PagedListRecord<Run, Query>["first"] }) {
  const t = useTranslations("payroll");
  const dates = useLeaveDates();
  const { payroll } = useTRPCClient();
  return (
    <PagedList
      caption={t("title")}
      columnsFrom={40}
      columns={[
        {
          label: t("columns.period"),
          header: true,
          cell: (run) => <TextLink href={paths.payrollRun(run.id)}>{dates(run)}</TextLink>,
        },
        { label: t("columns.location"), cell: ({ locationName }) => locationName },
        { label: t("columns.number"), align: "right", cell: ({ number }) => number },
        { label: t("columns.template"), cell: ({ template }) => template.name },
        { label: t("columns.created"), cell: ({ createdAt }) => <RelativeTime at={new Date(createdAt)} /> },
      ]}
      rowKey={({ id }) => id}
      read={readQuery}
      first={first}
      ask={(query) => payroll.page.query(query)}
      nothing={() => <EmptyState title={t("none")} />}
    />
  );
}
