"use client";

import { useQueryStates } from "nuqs";
import { Button } from "@/app/_ui/button";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { EmptyState } from "@/app/_ui/empty-state";
import { RelativeTime } from "@/app/_ui/relative-time";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import { TextLink } from "@/app/_ui/text-link";
import {
  filtered,
  statusChoices,
  type WebhookFilter,
  webhookFilterParsers,
} from "@/app/(web)/dashboard/open-api/webhooks/(list)/webhook-filter";
import { DeliveryStatus } from "@/app/(web)/dashboard/open-api/webhooks/delivery-status";
import { SuccessRate } from "@/app/(web)/dashboard/open-api/webhooks/success-rate";
import { WebhookStatus } from "@/app/(web)/dashboard/open-api/webhooks/webhook-status";
import type { WebhookListed } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { hostOf, pathOf } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import { paths } from "@/app/(web)/dashboard/paths";
import { counted } from "@/app/(web)/dashboard/words";

const columns: Column<WebhookListed>[] = [
  {
    label: "URL",
    header: true,
    cell: ({ webhookId, url }) => (
      <TextLink quiet href={paths.webhook(webhookId)} className="md:inline-block md:min-w-44">
        <span className="font-semibold">{hostOf(url)}</span>
        <span className="font-normal text-muted">{pathOf(url)}</span>
      </TextLink>
    ),
  },
  { label: "Description", cell: ({ description }) => description ?? <span className="text-muted">–</span> },
  { label: "Events", cell: ({ events }) => <Events events={events} /> },
  { label: "Status", cell: (webhook) => <WebhookStatus webhook={webhook} /> },
  { label: "Last delivery", cell: ({ lastDelivery }) => <LastDelivery delivery={lastDelivery} /> },
  { label: "Success, 24 h", cell: ({ stats }) => <SuccessRate stats={stats} /> },
];
const owner: Column<WebhookListed> = { label: "Owner", cell: ({ stats }) => stats?.ownerName };

function Events({ events }: { events: WebhookListed["events"] }) {
  const [first] = events;
  const more = events.length - 1;
  return (
    <span>
      <code className="whitespace-nowrap font-mono text-xs">{first}</code>
      {more > 0 ? <span className="whitespace-nowrap text-muted text-xs"> and {more} more</span> : null}
    </span>
  );
}

function LastDelivery({ delivery }: { delivery: WebhookListed["lastDelivery"] }) {
  if (!delivery) return <span className="text-muted">None yet</span>;
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
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
  const [filter, setFilter] = useQueryStates(webhookFilterParsers, { clearOnDefault: true });
  const rows = filtered(webhooks, filter);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label="Filter webhooks"
          value={filter.q}
          onChange={(event) => void setFilter({ q: event.target.value })}
        />
        <Select
          aria-label="Status"
          value={filter.status}
          onChange={(event) => void setFilter({ status: event.target.value as WebhookFilter["status"] })}
          options={statusChoices}
          className="w-full sm:w-44"
        />
        <span role="status" className="sr-only">
          {counted(rows.length, "webhook")} shown
        </span>
      </div>
      {rows.length > 0 ? (
        <DataTable
          caption="Webhooks"
          columns={isAdmin ? [...columns, owner] : columns}
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
  if (filter.q === "" && filter.status === "current")
    return (
      <EmptyState
        title="No current webhooks"
        actions={<Button onClick={() => show("revoked")}>Show revoked webhooks</Button>}
      >
        {counted(count, "revoked webhook")} stay readable.
      </EmptyState>
    );
  const status = statusChoices.find(({ value }) => value === filter.status)?.label ?? "";
  return (
    <EmptyState
      title="No webhook matches"
      actions={<Button onClick={() => show(null)}>Clear filters</Button>}
    >
      {filter.q ? `Filtered by “${filter.q}”` : "Filtered by status"}, status: {status}.
    </EmptyState>
  );
}
