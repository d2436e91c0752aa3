"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import type { PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Badge } from "@/app/_kit/ui/badge";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";

type CompanyLeave = inferRouterOutputs<AppRouter>["companyLeaves"]["page"]["items"][number];
type Query = Record<string, never>;

const tones = { BOOKING: "accent", BOOKED: "success", UNDOING: "accent", UNDONE: "neutral" } as const;
const readQuery = (): Query => ({});

/** The table "Company leave", the latest days first. */
export function CompanyLeavesTable({ first }: { first: PagedListRecord<CompanyLeave, Query>["first"] }) {
  const t = useTranslations("companyLeave");
  const format = useFormatter();
  const dates = useLeaveDates();
  const { companyLeaves } = useTRPCClient();
  return (
    <PagedList
      caption={t("title")}
      columnsFrom={40}
      columns={[
        {
          label: t("columns.name"),
          header: true,
          cell: ({ id, name }) => <TextLink href={paths.oneCompanyLeave(id)}>{name}</TextLink>,
        },
        {
          label: t("columns.dates"),
          cell: ({ startDate, endDate, startPart, endPart }) =>
            dates({ startDate, endDate, startPart, endPart }),
        },
        {
          label: t("columns.people"),
          align: "right",
          cell: ({ counts }) => format.number(counts.BOOKED + counts.PARTLY_BOOKED),
        },
        {
          label: t("columns.status"),
          cell: ({ status }) => <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>,
        },
      ]}
      rowKey={({ id }) => id}
      read={readQuery}
      first={first}
      ask={(query) => companyLeaves.page.query(query)}
      nothing={() => <EmptyState title={t("none")} />}
    />
  );
}
