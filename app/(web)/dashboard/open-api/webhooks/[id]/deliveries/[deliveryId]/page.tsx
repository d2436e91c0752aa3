import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { CodeBlock } from "@/app/_ui/code-block";
import { CopyButton } from "@/app/_ui/copy-button";
import { PageHeader } from "@/app/_ui/page-header";
import { RelativeTime } from "@/app/_ui/relative-time";
import { TextLink } from "@/app/_ui/text-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { Attempts } from "@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries/[deliveryId]/attempts";
import { curlOf } from "@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries/[deliveryId]/curl";
import { RedeliverButton } from "@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries/[deliveryId]/redeliver-button";
import { RefreshWhile } from "@/app/(web)/dashboard/open-api/webhooks/[id]/deliveries/[deliveryId]/refresh-while";
import { DeliveryStatus } from "@/app/(web)/dashboard/open-api/webhooks/delivery-status";
import { Response } from "@/app/(web)/dashboard/open-api/webhooks/response";
import type { DeliveryDetail, WebhookView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { hostOf } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import { paths } from "@/app/(web)/dashboard/paths";
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
/** An id of another form names nothing either. */
const isMissing = (code: string | undefined) => code === "WEBHOOK_NOT_FOUND" || code === "VALIDATION_ERROR";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requireActor();
  const { id, deliveryId } = await params;
  const { delivery } = await deliveryOf(id, deliveryId);
  return { title: `${delivery?.eventType ?? "Delivery not found"} – Webhooks – Open API` };
}

export default async function DeliveryPage({ params }: Props) {
  await requireActor();
  const { id, deliveryId } = await params;
  const { webhook, delivery, error } = await deliveryOf(id, deliveryId);
  if (isMissing(error?.code)) notFound();
  const breadcrumb = [
    { label: "Open API", href: paths.openApi },
    { label: "Webhooks", href: paths.webhooks },
    { label: webhook ? hostOf(webhook.url) : "Webhook", href: paths.webhook(id) },
  ];
  if (!webhook || !delivery)
    return (
      <>
        <PageHeader title="Delivery" breadcrumb={breadcrumb} />
        {error ? <LoadError error={error} /> : null}
      </>
    );
  const curl = curlOf(delivery);
  return (
    <>
      <PageHeader
        title={delivery.eventType}
        breadcrumb={breadcrumb}
        status={<DeliveryStatus delivery={delivery} />}
        description={<code className="font-mono text-xs wrap-anywhere">{delivery.id}</code>}
        actions={
          <>
            {curl ? <CopyButton value={curl} label="Copy as curl" /> : null}
            <RedeliverButton
              webhookId={webhook.webhookId}
              id={delivery.id}
              refusal={refusalOf(webhook, delivery)}
            />
          </>
        }
      />
      <RefreshWhile active={delivery.status === "pending" && delivery.nextAttemptAt === null} />
      <div className="flex flex-col gap-5">
        <Facts delivery={delivery} />
        <Attempts attempts={delivery.attemptLog} />
        <section aria-labelledby="body-heading" className="flex flex-col gap-3">
          <h2 id="body-heading" className="font-semibold">
            Request body
          </h2>
          <CodeBlock label="Request body" code={pretty(delivery.requestBody)} />
        </section>
      </div>
    </>
  );
}

function refusalOf({ status }: WebhookView, delivery: DeliveryDetail): string | null {
  if (status === "revoked") return "The webhook was deleted.";
  if (status === "paused") return "Resume the webhook first.";
  return delivery.status === "pending" ? "It is still under way." : null;
}

function pretty(body: string | null): string {
  if (body === null) return "Made before the first attempt";
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Facts({ delivery }: { delivery: DeliveryDetail }) {
  const { webhookId, redeliveryOf, messageId, createdAt, nextAttemptAt, attempts } = delivery;
  return (
    <Card>
      <dl className="grid gap-x-8 gap-y-4 pt-1 sm:grid-cols-3">
        <Fact term="Event ID">
          <code className="font-mono text-xs wrap-anywhere">{messageId}</code>
        </Fact>
        <Fact term="Created">
          <RelativeTime at={createdAt} show="local" />
        </Fact>
        <Fact term="Attempts">{attempts}</Fact>
        <Fact term="Response">
          <Response outcome={delivery} />
        </Fact>
        {nextAttemptAt ? (
          <Fact term="Next attempt">
            <RelativeTime at={nextAttemptAt} show="local" />
          </Fact>
        ) : null}
        {redeliveryOf ? (
          <Fact term="Redelivery of">
            <TextLink
              href={paths.delivery(webhookId, redeliveryOf)}
              className="font-mono text-xs wrap-anywhere"
            >
              {redeliveryOf}
            </TextLink>
          </Fact>
        ) : null}
      </dl>
    </Card>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
