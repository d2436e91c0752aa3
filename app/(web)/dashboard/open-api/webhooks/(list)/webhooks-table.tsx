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
import { Breakable } from "@/app/(web)/dashboard/open-api/path-text";
import {
  filtered,
  listStatuses,
  type WebhookFilter,
  webhookFilterParsers,
} from "@/app/(web)/dashboard/open-api/webhooks/(list)/webhook-filter";
import { DeliveryStatus } from "@/app/(web)/dashboard/open-api/webhooks/delivery-status";
import { SuccessRate } from "@/app/(web)/dashboard/open-api/webhooks/success-rate";
import { WebhookStatus } from "@/app/(web)/dashboard/open-api/webhooks/webhook-status";
import type { WebhookListed } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { hostOf, pathOf, type WebhookWords } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import { paths } from "@/app/(web)/dashboard/paths";

const columnsOf = (t: WebhookWords, isAdmin: boolean): Column<WebhookListed>[] => [
  {
    label: t("columns.url"),
    header: true,
    cell: ({ webhookId, url }) => (
      <TextLink quiet href={paths.webhook(webhookId)} className="columns:inline-block columns:min-w-44">
        <span className="font-semibold">{hostOf(url)}</span>
        <span className="font-normal text-muted">
          <Breakable text={pathOf(url)} />
        </span>
      </TextLink>
    ),
  },
  {
    label: t("columns.description"),
    cell: ({ description }) =>
      description ? (
        <span title={description} className="columns:line-clamp-3 columns:min-w-28">
          {description}
        </span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  { label: t("columns.events"), cell: ({ events }) => <Events events={events} /> },
  { label: t("columns.status"), cell: (webhook) => <WebhookStatus webhook={webhook} /> },
  { label: t("columns.lastDelivery"), cell: ({ lastDelivery }) => <LastDelivery delivery={lastDelivery} /> },
  { label: t("columns.success"), cell: ({ stats }) => <SuccessRate stats={stats} /> },
  ...(isAdmin ? [{ label: t("columns.owner"), cell: ({ stats }: WebhookListed) => stats?.ownerName }] : []),
];

function Events({ events }: { events: WebhookListed["events"] }) {
  const t = useTranslations("webhooks");
  const [first] = events;
  const more = events.length - 1;
  return (
    <span>
      <code className="whitespace-nowrap font-mono text-xs">{first}</code>{" "}
      {more > 0 ? (
        <span className="whitespace-nowrap text-muted text-xs">{t("list.moreEvents", { count: more })}</span>
      ) : null}
    </span>
  );
}

function LastDelivery({ delivery }: { delivery: WebhookListed["lastDelivery"] }) {
  const t = useTranslations("webhooks");
  if (!delivery) return <span className="text-muted">{t("list.noneYet")}</span>;
  return (
    <span className="inline-flex flex-col items-start gap-0.5 columns:max-w-36 columns:**:whitespace-normal">
      <DeliveryStatus delivery={delivery} />
      {delivery.attemptedAt ? (
        <span className="text-muted text-xs">
          <RelativeTime at={delivery.attemptedAt} />
        </span>
      ) : null}
    </span>
  );
}

type Props = { webhooks: readonly WebhookListed[]; isAdmin: boolean };

/** The table "Webhooks" with its filters, which live in the address. */
export function WebhooksTable({ webhooks, isAdmin }: Props) {
  const t = useTranslations("webhooks");
  const [filter, setFilter] = useQueryStates(webhookFilterParsers, { clearOnDefault: true });
  const rows = filtered(webhooks, filter);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label={t("list.filter")}
          value={filter.q}
          onChange={(event) => void setFilter({ q: event.target.value })}
        />
        <Select
          aria-label={t("list.status")}
          value={filter.status}
          onChange={(event) => void setFilter({ status: event.target.value as WebhookFilter["status"] })}
          options={listStatuses.map((value) => ({ value, label: t(`filters.${value}`) }))}
          className="w-full sm:w-auto sm:min-w-44"
        />
        <span role="status" className="sr-only">
          {t("list.shown", { count: rows.length })}
        </span>
      </div>
      {rows.length > 0 ? (
        <ListTable
          caption={t("title")}
          columnsFrom={63}
          columns={columnsOf(t, isAdmin)}
          rows={rows}
          rowKey={({ webhookId }) => webhookId}
        />
      ) : (
        <NothingMatches
          count={webhooks.length}
          filter={filter}
          show={(status) => void setFilter({ q: null, status })}
        />
      )}
    </div>
  );
}

type NothingProps = {
  count: number;
  filter: WebhookFilter;
  show: (status: WebhookFilter["status"] | null) => void;
};

function NothingMatches({ count, filter, show }: NothingProps) {
  const t = useTranslations("webhooks");
  if (filter.q === "" && filter.status === "current")
    return (
      <EmptyState
        title={t("list.noCurrent")}
        actions={<Button onClick={() => show("revoked")}>{t("list.showRevoked")}</Button>}
      >
        {t("list.revokedStay", { count })}
      </EmptyState>
    );
  const status = t(`filters.${filter.status}`);
  return (
    <EmptyState
      title={t("list.noMatch")}
      actions={<Button onClick={() => show(null)}>{t("list.clear")}</Button>}
    >
      {filter.q
        ? t("list.filteredByText", { text: filter.q, status })
        : t("list.filteredByStatus", { status })}
    </EmptyState>
  );
}
