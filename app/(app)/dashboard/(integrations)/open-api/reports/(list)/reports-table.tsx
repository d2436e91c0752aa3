"use client";

import { useTranslations } from "next-intl";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  choices,
  type ReportsQuery,
  readReportsQuery,
} from "@/app/(app)/dashboard/(integrations)/open-api/list-queries";
import { NextSend } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/next-send";
import { useAudienceWords } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";
import { Breakable } from "@/app/(app)/dashboard/(integrations)/open-api/path-text";
import type { ReportListed } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { useWhenWords } from "@/app/(app)/dashboard/(integrations)/open-api/reports/use-when-words";
import { paths } from "@/app/paths";

export type FirstReports = PagedListRecord<ReportListed, ReportsQuery>["first"];

/** The table "Scheduled reports" with its filters, which are in the URL; oldest first. */
export function ReportsTable({ first }: { first: FirstReports }) {
  const t = useTranslations("reports");
  const { scheduledReports } = useTRPCClient();
  return (
    <PagedList
      caption={t("title")}
      columnsFrom={63}
      columns={useColumns()}
      rowKey={({ id }) => id}
      search={{ label: t("list.filter") }}
      choices={[
        {
          name: "type",
          label: t("list.type"),
          options: choices.reportType.map((value) => ({
            value,
            label: value === "all" ? t("list.allTypes") : t(`types.${value}.label`),
          })),
        },
        {
          name: "state",
          label: t("list.state"),
          options: choices.state.map((value) => ({ value, label: t(`list.states.${value}`) })),
        },
      ]}
      read={readReportsQuery}
      first={first}
      ask={(query) => scheduledReports.page.query(query)}
      shown={(count) => t("list.shown", { count })}
      nothing={({ q, chosen: { type = "", state = "" }, show }) => (
        <EmptyState
          title={t("list.noMatch")}
          actions={<Button onClick={() => show()}>{t("list.clear")}</Button>}
        >
          {t(q ? "list.filteredBy" : "list.filtered", { text: q, type, state })}
        </EmptyState>
      )}
    />
  );
}

function useColumns(): PagedColumn<ReportListed>[] {
  const t = useTranslations("reports");
  const when = useWhenWords();
  const audience = useAudienceWords();
  return [
    {
      label: t("columns.name"),
      header: true,
      cell: ({ id, name }) => (
        <TextLink quiet href={paths.report(id)} className="columns:inline-block columns:min-w-32">
          {name}
        </TextLink>
      ),
    },
    {
      label: t("columns.content"),
      cell: ({ reportType, format }) => t("content", { type: t(`types.${reportType}.label`), format }),
    },
    { label: t("columns.when"), cell: (one) => when(one) },
    { label: t("columns.next"), cell: ({ nextSendAt }) => <NextSend at={nextSendAt} /> },
    { label: t("columns.audience"), cell: (one) => audience(one) },
    { label: t("columns.recipients"), cell: (one) => <Recipients report={one} /> },
    {
      label: t("columns.last"),
      cell: ({ lastSentAt }) =>
        lastSentAt ? (
          <RelativeTime at={lastSentAt} />
        ) : (
          <span className="whitespace-nowrap text-muted">{t("never")}</span>
        ),
    },
    { label: t("columns.owner"), cell: ({ ownerName }) => ownerName },
  ];
}

function Recipients({ report: { recipients } }: { report: ReportListed }) {
  const t = useTranslations("reports");
  const [first] = recipients;
  const more = recipients.length - 1;
  return (
    <span>
      <Breakable text={first ?? ""} />
      {more > 0 ? <span className="text-muted text-xs"> {t("moreRecipients", { count: more })}</span> : null}
    </span>
  );
}
