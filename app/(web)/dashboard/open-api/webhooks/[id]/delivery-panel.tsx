"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { CopyButton } from "@/app/_ui/copy-button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { TextLink } from "@/app/_ui/text-link";
import { changeAfterMs } from "@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries/[deliveryId]/change-after";
import { curlOf } from "@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries/[deliveryId]/curl";
import {
  DeliveryDetails,
  refusalOf,
} from "@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries/[deliveryId]/delivery-details";
import { RedeliverButton } from "@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries/[deliveryId]/redeliver-button";
import { DeliveryStatus } from "@/app/(web)/dashboard/open-api/webhooks/delivery-status";
import type { DeliveryDetail, WebhookView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { paths } from "@/app/(web)/dashboard/paths";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = {
  webhook: WebhookView;
  id: string;
  onClose: () => void;
  /** Gets the id of the delivery that is on its way. */
  onRedelivered: (id: string) => void;
};

/** The delivery that is open beside the table; fresh until it is over. */
export function DeliveryPanel({ webhook, id, onClose, onRedelivered }: Props) {
  const t = useTranslations("webhooks");
  const { webhookId } = webhook;
  const { data, error, isFetching, refetch } = useQuery(
    useTRPC().webhooks.delivery.queryOptions(
      { webhookId, id },
      {
        refetchInterval: ({ state }) => (state.data && changeAfterMs(state.data)) ?? false,
      },
    ),
  );
  return (
    <aside
      aria-label={t("delivery.panel")}
      className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3.5 lg:sticky lg:top-19 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
    >
      <div className="mb-3 flex items-center justify-between gap-2">
        <TextLink href={paths.delivery(webhookId, id)} className="inline-flex items-center gap-1.5">
          {t("delivery.openPage")}
          <ExternalLink aria-hidden className="size-3.5" />
        </TextLink>
        <Button size="iconSm" variant="ghost" aria-label={t("delivery.closePanel")} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      {data ? (
        <Content webhook={webhook} delivery={data} onRedelivered={onRedelivered} />
      ) : error ? (
        <ErrorPanel error={shownError(error)} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRegion label={t("delivery.loading")}>
          <div className="flex h-96 flex-col gap-3">
            <Skeleton className="w-2/3" />
            <Skeleton className="w-full" />
            <Skeleton className="h-24" />
            <Skeleton className="w-4/5" />
          </div>
        </SkeletonRegion>
      )}
    </aside>
  );
}

type ContentProps = Pick<Props, "webhook" | "onRedelivered"> & { delivery: DeliveryDetail };

function Content({ webhook, delivery, onRedelivered }: ContentProps) {
  const t = useTranslations("webhooks");
  const curl = curlOf(delivery);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="font-semibold text-base">{delivery.eventType}</h2>
          <DeliveryStatus delivery={delivery} />
        </div>
        <code className="font-mono text-muted text-xs wrap-anywhere">{delivery.id}</code>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <RedeliverButton
          webhookId={webhook.webhookId}
          delivery={delivery}
          refusal={refusalOf(t, webhook, delivery)}
          onDone={onRedelivered}
        />
        {curl ? <CopyButton value={curl} label={t("delivery.copyCurl")} /> : null}
      </div>
      <DeliveryDetails delivery={delivery} narrow />
    </div>
  );
}
