"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SidePanel } from "@/app/_kit/list/side-panel";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { useTRPC } from "@/app/_trpc/queries";
import { changeAfterMs } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/change-after";
import { curlOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/curl";
import {
  DeliveryDetails,
  refusalOf,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/delivery-details";
import { RedeliverButton } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/redeliver-button";
import { DeliveryStatus } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/delivery-status";
import type {
  DeliveryDetail,
  WebhookView,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { paths } from "@/app/paths";

type Props = {
  webhook: WebhookView;
  id: string;
  onClose: () => void;
  /** Called with the id of the new delivery. */
  onRedelivered: (id: string) => void;
};

/** The open delivery beside the table, polled until it is completed. */
export function DeliveryPanel({ webhook, id, onClose, onRedelivered }: Props) {
  const t = useTranslations("webhooks");
  const { webhookId } = webhook;
  const query = useQuery(
    useTRPC().webhooks.delivery.queryOptions(
      { webhookId, id },
      {
        refetchInterval: ({ state }) => (state.data && changeAfterMs(state.data)) ?? false,
      },
    ),
  );
  return (
    <SidePanel
      label={t("delivery.panel")}
      page={{ href: paths.delivery(webhookId, id), label: t("delivery.openPage") }}
      closeLabel={t("delivery.closePanel")}
      loadingLabel={t("delivery.loading")}
      onClose={onClose}
      query={query}
    >
      {(delivery) => <Content webhook={webhook} delivery={delivery} onRedelivered={onRedelivered} />}
    </SidePanel>
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
