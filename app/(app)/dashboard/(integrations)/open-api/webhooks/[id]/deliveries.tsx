"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState, useTransition } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Switch } from "@/app/_kit/ui/switch";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { DeliveriesTable } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries-table";
import {
  type DeliveryFilter,
  deliveryFilterParsers,
  deliveryQuery,
  deliveryViewParsers,
  isFiltered,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/delivery-filter";
import { DeliveryFilters } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/delivery-filters";
import { DeliveryPanel } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/delivery-panel";
import { RecoverFailed } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/recover-failed";
import { RedeliverSelected } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/redeliver-selected";
import { useLive } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/use-live";
import type {
  DeliveryView,
  WebhookView,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { paths } from "@/app/paths";

type RetryWaitingProps = { webhookId: string; count: number; onDone: () => void };

/** Retries all waiting deliveries of the webhook now. */
function RetryWaiting({ webhookId, count, onDone }: RetryWaitingProps) {
  const t = useTranslations("webhooks");
  const { send, isPending } = useCall(useTRPCClient().webhooks.retryWaiting.mutate, {
    done: ({ queued }) => t("redeliver.manyOnTheWay", { count: queued }),
    errorToast: true,
    onDone,
  });
  return (
    <Button onClick={() => void send({ id: webhookId })} pending={isPending}>
      {t("retry.all", { count })}
    </Button>
  );
}

type Props = { webhook: WebhookView; deliveries: DeliveryView[]; nextCursor: string | null };

/** The tab "Deliveries": the log of 30 days, its filters, and redelivery. */
export function Deliveries({ webhook, deliveries, nextCursor }: Props) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const [isLoading, startTransition] = useTransition();
  const [filter, setFilter] = useQueryStates(deliveryFilterParsers, {
    clearOnDefault: true,
    shallow: false,
    startTransition,
  });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { webhookId, status } = webhook;
  const [view, setView] = useQueryStates(deliveryViewParsers, { clearOnDefault: true });
  const show = (id: string | null) => void setView({ delivery: id });
  // An older page is history: nothing new arrives there.
  const live = useLive(deliveryQuery(webhookId, filter), deliveries, view.live && !filter.cursor);
  const cache = useQueryClient();
  const { deliveries: followed } = useTRPC().webhooks;
  const refresh = () => {
    // The polled rows may have been loaded when their next retry was hours away. The cache would not reload them before then.
    void cache.invalidateQueries(followed.pathFilter());
    startTransition(() => router.refresh());
  };
  const chosen = live.rows.filter(({ id }) => selected.includes(id));
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
                chosen={chosen}
                onDone={() => {
                  setSelected([]);
                  refresh();
                }}
              />
              {webhook.waitingCount > 0 ? (
                <RetryWaiting webhookId={webhookId} count={webhook.waitingCount} onDone={refresh} />
              ) : null}
              <RecoverFailed webhook={webhook} onDone={refresh} />
            </>
          ) : null}
        </div>
        {filter.cursor ? null : (
          <Switch
            label={t("deliveries.live")}
            checked={view.live}
            onChange={({ target }) => void setView({ live: target.checked })}
          />
        )}
      </div>
      <div role="status" className="empty:hidden">
        {live.newCount > 0 ? (
          <Button block onClick={refresh} pending={isLoading}>
            {t(live.hasMore ? "deliveries.showNewOrMore" : "deliveries.showNew", { count: live.newCount })}
          </Button>
        ) : null}
      </div>
      <DeliveriesTable
        webhookId={webhookId}
        deliveries={live.rows}
        canRedeliver={isActive}
        selected={chosen.map(({ id }) => id)}
        onSelect={setSelected}
        onRedelivered={refresh}
        isLoading={isLoading}
        nothing={() =>
          isFiltered(filter) || filter.cursor ? (
            <NothingMatches status={filter.status} clear={() => void setFilter(null)} />
          ) : (
            <EmptyState title={t("deliveries.none")}>{t("deliveries.noneText")}</EmptyState>
          )
        }
        panel={{
          opened: view.delivery,
          show,
          pageOf: (id) => paths.delivery(webhookId, id),
          aside: (id, close) => (
            <DeliveryPanel
              key={id}
              webhook={webhook}
              id={id}
              onClose={close}
              onRedelivered={(made) => {
                show(made);
                refresh();
              }}
            />
          ),
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        {filter.cursor ? (
          <Button onClick={() => void setFilter({ cursor: null }, { history: "push" })}>
            {t("deliveries.newest")}
          </Button>
        ) : null}
        {nextCursor ? (
          <Button onClick={() => void setFilter({ cursor: nextCursor }, { history: "push", scroll: true })}>
            {t("deliveries.older")}
          </Button>
        ) : null}
        <span role="status" className="sr-only">
          {t("deliveries.shown", { count: live.rows.length })}
        </span>
        {status === "paused" ? (
          <LinkButton variant="ghost" href={`${paths.webhook(webhookId)}?tab=settings`}>
            {t("deliveries.resumeFirst")}
          </LinkButton>
        ) : null}
      </div>
    </div>
  );
}

type NothingProps = { status: DeliveryFilter["status"]; clear: () => void };

function NothingMatches({ status, clear }: NothingProps) {
  const t = useTranslations("webhooks");
  return (
    <EmptyState
      title={t("deliveries.noMatch")}
      actions={<Button onClick={clear}>{t("deliveries.clear")}</Button>}
    >
      {status
        ? t("deliveries.searchedStatus", { status: t(`deliveryStates.${status}`) })
        : t("deliveries.searched")}
    </EmptyState>
  );
}
