import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { caller } from "@/app/_trpc/server";
import { curlOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/curl";
import {
  DeliveryDetails,
  refusalOf,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/delivery-details";
import { KeepFresh } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/keep-fresh";
import { RedeliverButton } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/redeliver-button";
import { DeliveryStatus } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/delivery-status";
import { hostOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { delivery as deliveryPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ id: string; deliveryId: string }> };

const deliveryOf = cache(async (webhookId: string, id: string) => {
  const [webhook, delivery] = await Promise.all([
    load(caller().webhooks.get({ id: webhookId })),
    load(caller().webhooks.delivery({ webhookId, id })),
  ]);
  const error = webhook.error ?? delivery.error;
  return { webhook: webhook.data, delivery: delivery.data, error };
});
/** An id in another format names nothing either. */
const isMissing = (code: string | undefined) => code === "WEBHOOK_NOT_FOUND" || code === "VALIDATION_ERROR";

export const generateMetadata = metadataOf(deliveryPage, async ({ params }: Props) => {
  await requireActor();
  const { id, deliveryId } = await params;
  return (await deliveryOf(id, deliveryId)).delivery?.eventType;
});
export default routeOf(deliveryPage, DeliveryPage);

/** One delivery on its own page: for a pasted URL, and for narrow screens. */
async function DeliveryPage({ params }: Props) {
  await requireActor();
  const [{ id, deliveryId }, t] = await Promise.all([params, getTranslations("webhooks")]);
  const { webhook, delivery, error } = await deliveryOf(id, deliveryId);
  if (isMissing(error?.code)) notFound();
  const above = [{ label: webhook ? hostOf(webhook.url) : t("one"), href: paths.webhook(id) }];
  if (!webhook || !delivery)
    return (
      <>
        <RecordHeader of={deliveryPage} above={above} />
        {error ? <LoadError error={error} /> : null}
      </>
    );
  const curl = curlOf(delivery);
  return (
    <>
      <RecordHeader
        of={deliveryPage}
        above={above}
        title={delivery.eventType}
        status={<DeliveryStatus delivery={delivery} />}
        description={<code className="font-mono text-xs wrap-anywhere">{delivery.id}</code>}
        actions={
          <>
            {curl ? <CopyButton value={curl} label={t("delivery.copyCurl")} /> : null}
            <RedeliverButton
              webhookId={webhook.webhookId}
              delivery={delivery}
              refusal={refusalOf(t, webhook, delivery)}
            />
          </>
        }
      />
      <KeepFresh status={delivery.status} nextAttemptAt={delivery.nextAttemptAt} />
      <DeliveryDetails delivery={delivery} />
    </>
  );
}
