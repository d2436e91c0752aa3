"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Button } from "@/app/_ui/button";
import type { Column } from "@/app/_ui/data-table";
import { EmptyState } from "@/app/_ui/empty-state";
import { ListTable } from "@/app/_ui/list-table";
import { RelativeTime } from "@/app/_ui/relative-time";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import { TextLink } from "@/app/_ui/text-link";
import { NextSend } from "@/app/(web)/dashboard/open-api/notifications/next-send";
import { useAudienceWords } from "@/app/(web)/dashboard/open-api/notifications/use-audience-words";
import {
  filtered,
  type ReportFilter,
  reportFilterParsers,
  stateChoices,
  typeChoices,
} from "@/app/(web)/dashboard/open-api/reports/(list)/report-filter";
import type { ReportListed } from "@/app/(web)/dashboard/open-api/reports/report-views";
import { useWhenWords } from "@/app/(web)/dashboard/open-api/reports/use-when-words";
import { paths } from "@/app/(web)/dashboard/paths";

/** The table "Scheduled reports" with its filters, which live in the address. */
export function ReportsTable({ reports }: { reports: readonly ReportListed[] }) {
  const t = useTranslations("reports");
  const [filter, setFilter] = useQueryStates(reportFilterParsers, { clearOnDefault: true });
  const columns = useColumns();
  const rows = filtered(reports, filter);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label={t("list.filter")}
          value={filter.q}
          onChange={({ target }) => void setFilter({ q: target.value })}
        />
        <Select
          aria-label={t("list.type")}
          value={filter.type}
          onChange={({ target }) => void setFilter({ type: target.value as ReportFilter["type"] })}
          options={typeChoices.map((value) => ({
            value,
            label: value === "all" ? t("list.allTypes") : t(`types.${value}.label`),
          }))}
          className="w-[calc(50%-0.25rem)] sm:w-40"
        />
        <Select
          aria-label={t("list.state")}
          value={filter.state}
          onChange={({ target }) => void setFilter({ state: target.value as ReportFilter["state"] })}
          options={stateChoices.map((value) => ({ value, label: t(`list.states.${value}`) }))}
          className="w-[calc(50%-0.25rem)] sm:w-48"
        />
        <span role="status" className="sr-only">
          {t("list.shown", { count: rows.length })}
        </span>
      </div>
      {rows.length > 0 ? (
        <ListTable
          caption={t("title")}
          columnsFrom={63}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
        />
      ) : (
        <EmptyState
          title={t("list.noMatch")}
          actions={
            <Button onClick={() => void setFilter({ q: null, type: null, state: null })}>
              {t("list.clear")}
            </Button>
          }
        >
          {t(filter.q ? "list.filteredBy" : "list.filtered", {
            text: filter.q,
            type: filter.type === "all" ? t("list.allTypes") : t(`types.${filter.type}.label`),
            state: t(`list.states.${filter.state}`),
          })}
        </EmptyState>
      )}
    </div>
  );
}

function useColumns(): Column<ReportListed>[] {
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
      <span className="wrap-anywhere">{first}</span>
      {more > 0 ? <span className="text-muted text-xs"> {t("moreRecipients", { count: more })}</span> : null}
    </span>
  );
}
