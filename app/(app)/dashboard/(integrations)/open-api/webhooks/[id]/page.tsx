import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { RoomForPanel } from "@/app/_kit/list/room-for-panel";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Tabs } from "@/app/_kit/ui/tabs";
import { caller } from "@/app/_trpc/server";
import {
  deliveryQuery,
  loadDeliveryFilter,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/delivery-filter";
import { StandingNote } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/standing-note";
import { TestResult } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/test-result";
import {
  Deliveries,
  WebhookSecret,
  WebhookSettings,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/webhook-tabs";
import { WebhookStatus } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-status";
import type { WebhookView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { eventViews } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import {
  hostOf,
  madeByWords,
  pathOf,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { webhook as webhookPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import type { Role } from "@/server/access/roles";
import { services } from "@/server/kernel/process";
import { encodeId } from "@/server/kernel/schema";
import { requireActor } from "@/server/signin/session";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const tabs = ["deliveries", "settings", "secret"] as const;
const [firstTab] = tabs;

const webhookOf = cache((id: string) => load(caller().webhooks.get({ id })));
/** An id in another format names no webhook either. */
const isMissing = (code: string | undefined) => code === "WEBHOOK_NOT_FOUND" || code === "VALIDATION_ERROR";

export const generateMetadata = metadataOf(webhookPage, async ({ params }: Props) => {
  await requireActor();
  const { data } = await webhookOf((await params).id);
  return data && hostOf(data.url);
});
export default routeOf(webhookPage, WebhookPage);

async function WebhookPage({ params, searchParams }: Props) {
  const { actor } = await requireActor();
  const [{ id }, query, t] = await Promise.all([params, searchParams, getTranslations("webhooks")]);
  const { data: webhook, error } = await webhookOf(id);
  if (isMissing(error?.code)) notFound();
  if (!webhook)
    return (
      <>
        <RecordHeader of={webhookPage} />
        {error ? <LoadError error={error} /> : null}
      </>
    );
  const { webhookId, url } = webhook;
  const current = tabs.find((tab) => tab === query.tab) ?? firstTab;
  return (
    <RoomForPanel>
      <RecordHeader
        of={webhookPage}
        title={hostOf(url) + pathOf(url)}
        status={<WebhookStatus webhook={webhook} />}
        description={
          <Identity webhook={webhook} isOwn={webhook.ownerId === encodeId("user", actor.userId)} />
        }
      />
      <StandingNote webhook={webhook} />
      {query.test === "first" ? (
        <div className="mb-5">
          <TestResult webhookId={webhookId} deliveryId={null} />
        </div>
      ) : null}
      <Tabs
        label={t("tabs.label")}
        tabs={tabs.map((tab) => ({
          label: t(`tabs.${tab}`),
          href: tab === firstTab ? paths.webhook(webhookId) : `${paths.webhook(webhookId)}?tab=${tab}`,
          current: tab === current,
        }))}
      />
      {current === "deliveries" ? <DeliveryLog webhook={webhook} query={query} /> : null}
      {current === "settings" ? <Settings webhook={webhook} role={actor.role} /> : null}
      {current === "secret" ? <WebhookSecret webhook={webhook} /> : null}
    </RoomForPanel>
  );
}

function Identity({ webhook, isOwn }: { webhook: WebhookView; isOwn: boolean }) {
  const t = useTranslations("webhooks");
  const name = webhook.stats?.ownerName;
  const madeBy = madeByWords(t, webhook.app);
  return (
    <>
      {webhook.description ? <p className="text-fg">{webhook.description}</p> : null}
      {madeBy ? <p className="text-fg">{madeBy}</p> : null}
      <p>{isOwn ? t("tells.own") : name ? t("tells.other", { name }) : t("tells.somebody")}</p>
    </>
  );
}

type Query = Awaited<Props["searchParams"]>;

async function DeliveryLog({ webhook, query }: { webhook: WebhookView; query: Query }) {
  const filter = loadDeliveryFilter(query);
  const page = await load(caller().webhooks.deliveries(deliveryQuery(webhook.webhookId, filter)));
  if (page.error) return <LoadError error={page.error} />;
  return <Deliveries webhook={webhook} deliveries={page.data.items} nextCursor={page.data.nextCursor} />;
}

async function Settings({ webhook, role }: { webhook: WebhookView; role: Role }) {
  const [t, events] = await Promise.all([getTranslations("keys"), load(caller().webhooks.events())]);
  if (events.error) return <LoadError error={events.error} />;
  return (
    <WebhookSettings
      webhook={webhook}
      events={eventViews(t, role, events.data)}
      allowHosts={services().settings.webhookAllowHosts}
    />
  );
}
