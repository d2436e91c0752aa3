"use client";

import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useState, useTransition } from "react";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { Switch } from "@/app/_ui/switch";
import { DeliveriesTable } from "@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries-table";
import {
  deliveryFilterParsers,
  deliveryQuery,
  isFiltered,
  statusLabels,
} from "@/app/(web)/dashboard/open-api/webhooks/[id]/delivery-filter";
import { DeliveryFilters } from "@/app/(web)/dashboard/open-api/webhooks/[id]/delivery-filters";
import { RecoverFailed } from "@/app/(web)/dashboard/open-api/webhooks/[id]/recover-failed";
import { RedeliverSelected } from "@/app/(web)/dashboard/open-api/webhooks/[id]/redeliver-selected";
import { useLive } from "@/app/(web)/dashboard/open-api/webhooks/[id]/use-live";
import type { DeliveryView, WebhookView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { paths } from "@/app/(web)/dashboard/paths";
import { counted } from "@/app/(web)/dashboard/words";

type Props = { webhook: WebhookView; deliveries: DeliveryView[]; nextCursor: string | null };

/** The tab "Deliveries": the log of 30 days, its filters, and sending again. */
export function Deliveries({ webhook, deliveries, nextCursor }: Props) {
  const router = useRouter();
  const [isLoading, startTransition] = useTransition();
  const [filter, setFilter] = useQueryStates(deliveryFilterParsers, {
    clearOnDefault: true,
    shallow: false,
    startTransition,
  });
  const [isLive, setLive] = useState(false);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { webhookId, status } = webhook;
  // An older page is history: nothing new comes to it.
  const live = useLive(deliveryQuery(webhookId, filter), deliveries, isLive && !filter.cursor);
  const refresh = () => startTransition(() => router.refresh());
  const chosen = live.rows.filter(({ id }) => selected.includes(id)).map(({ id }) => id);
  const isActive = status === "active";
  return (
    <div className="flex flex-col gap-4">
      <DeliveryFilters
        filter={filter}
        onChange={(change, options) => void setFilter({ ...change, cursor: null }, options)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-2">
          {isActive ? (
            <>
              <RedeliverSelected
                webhookId={webhookId}
                ids={chosen}
                onDone={() => {
                  setSelected([]);
                  refresh();
                }}
              />
              <RecoverFailed webhook={webhook} onDone={refresh} />
            </>
          ) : null}
        </div>
        {filter.cursor ? null : (
          <Switch label="Live" checked={isLive} onChange={({ target }) => setLive(target.checked)} />
        )}
      </div>
      <div role="status" className="empty:hidden">
        {live.newCount > 0 ? (
          <Button block onClick={refresh} pending={isLoading}>
            Show {live.hasMore ? `${live.newCount} or more` : live.newCount} new{" "}
            {live.newCount === 1 ? "delivery" : "deliveries"}
          </Button>
        ) : null}
      </div>
      <div aria-busy={isLoading} className={isLoading ? "opacity-60 transition-opacity delay-150" : ""}>
        {live.rows.length > 0 ? (
          <DeliveriesTable
            webhookId={webhookId}
            deliveries={live.rows}
            canRedeliver={isActive}
            selected={chosen}
            onSelect={setSelected}
          />
        ) : isFiltered(filter) || filter.cursor ? (
          <NothingMatches
            status={filter.status}
            clear={() =>
              void setFilter({
                ...{ status: null, event: null, response: null },
                ...{ from: null, to: null, q: null, cursor: null },
              })
            }
          />
        ) : (
          <EmptyState title="No deliveries yet">
            The first one appears here as soon as one of the chosen events happens. Deliveries are kept for 30
            days.
          </EmptyState>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {filter.cursor ? (
          <Button onClick={() => void setFilter({ cursor: null }, { history: "push" })}>
            Back to the newest
          </Button>
        ) : null}
        {nextCursor ? (
          <Button onClick={() => void setFilter({ cursor: nextCursor }, { history: "push", scroll: true })}>
            Load older
          </Button>
        ) : null}
        <span role="status" className="sr-only">
          {counted(live.rows.length, "delivery", "deliveries")} shown
        </span>
        {status === "paused" ? (
          <LinkButton variant="ghost" href={`${paths.webhook(webhookId)}?tab=settings`}>
            Resume the webhook to redeliver
          </LinkButton>
        ) : null}
      </div>
    </div>
  );
}

type NothingProps = { status: keyof typeof statusLabels | null; clear: () => void };

function NothingMatches({ status, clear }: NothingProps) {
  return (
    <EmptyState title="No delivery matches" actions={<Button onClick={clear}>Clear filters</Button>}>
      The last 30 days were searched{status ? `, status: ${statusLabels[status]}` : ""}. An ID finds its
      delivery only when it is whole.
    </EmptyState>
  );
}
