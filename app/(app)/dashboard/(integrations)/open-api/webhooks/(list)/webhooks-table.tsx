"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  choices,
  readWebhooksQuery,
  type WebhooksQuery,
} from "@/app/(app)/dashboard/(integrations)/open-api/list-queries";
import { NothingMatches } from "@/app/(app)/dashboard/(integrations)/open-api/nothing-matches";
import { Breakable } from "@/app/(app)/dashboard/(integrations)/open-api/path-text";
import { DeliveryStatus } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/delivery-status";
import { WebhookStatus } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-status";
import type { WebhookListed } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import {
  hostOf,
  madeByWords,
  pathOf,
  type WebhookWords,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { paths } from "@/app/paths";

type Stats = NonNullable<WebhookListed["stats"]>;

/** The success rate as a fraction, rounded to whole per cent so that 100 means all and 0 none. */
function rateOf({ succeeded, failed }: Stats): number {
  const share = (succeeded / (succeeded + failed)) * 100;
  return (share > 50 ? Math.floor(share) : Math.ceil(share)) / 100;
}

/** The success rate of the last 24 hours' deliveries, with a bar for each hour. */
function SuccessRate({ stats }: { stats: Stats | undefined }) {
  const t = useTranslations("webhooks");
  const format = useFormatter();
  const total = (stats?.succeeded ?? 0) + (stats?.failed ?? 0);
  if (!stats || total === 0) return <span className="text-muted">{t("rate.none")}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Sparkline hours={stats.hours} />
      <span className="whitespace-nowrap tabular-nums">
        {format.number(rateOf(stats), "percent")}{" "}
        <span className="text-muted text-xs">{t("rate.of", { count: total })}</span>
      </span>
    </span>
  );
}

const height = 20;
const step = 3;

/** Decorative: the text beside it says the same. */
function Sparkline({ hours }: { hours: Stats["hours"] }) {
  const most = Math.max(...hours.map(({ succeeded, failed }) => succeeded + failed), 1);
  const scale = (amount: number) => (amount === 0 ? 0 : Math.max(2, (amount / most) * height));
  return (
    <svg
      aria-hidden="true"
      width={hours.length * step}
      height={height}
      className="shrink-0 rounded-xs bg-sunken forced-colors:bg-transparent"
    >
      {hours.map(({ succeeded, failed }, hour) => {
        const good = scale(succeeded);
        const bad = scale(failed);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is identified by its position
          <g key={hour} transform={`translate(${hour * step} 0)`}>
            <rect y={height - good} width={step - 1} height={good} className="fill-success" />
            <rect y={height - good - bad} width={step - 1} height={bad} className="fill-danger-text" />
          </g>
        );
      })}
    </svg>
  );
}

const columnsOf = (t: WebhookWords, isAdmin: boolean): PagedColumn<WebhookListed>[] => [
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
    cell: ({ description, app }) => {
      const text = description ?? madeByWords(t, app);
      return text ? (
        <span title={text} className="columns:line-clamp-3 columns:min-w-28">
          {text}
        </span>
      ) : (
        <span className="text-muted">–</span>
      );
    },
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
    <span className="inline-flex flex-col items-start gap-0.5 columns:max-w-36 columns:[&_*]:whitespace-normal">
      <DeliveryStatus delivery={delivery} />
      {delivery.attemptedAt ? (
        <span className="text-muted text-xs">
          <RelativeTime at={delivery.attemptedAt} />
        </span>
      ) : null}
    </span>
  );
}

export type FirstWebhooks = PagedListRecord<WebhookListed, WebhooksQuery>["first"];

/** The table "Webhooks" with its filters, which are in the URL; newest first. */
export function WebhooksTable({ first, isAdmin }: { first: FirstWebhooks; isAdmin: boolean }) {
  const t = useTranslations("webhooks");
  const { webhooks } = useTRPCClient();
  return (
    <PagedList
      caption={t("title")}
      columnsFrom={63}
      columns={columnsOf(t, isAdmin)}
      rowKey={({ webhookId }) => webhookId}
      search={{ label: t("list.filter") }}
      choices={[
        {
          name: "status",
          label: t("list.status"),
          options: choices.webhookStatus.map((value) => ({ value, label: t(`filters.${value}`) })),
        },
      ]}
      read={readWebhooksQuery}
      first={first}
      ask={(query) => webhooks.page.query(query)}
      shown={(count) => t("list.shown", { count })}
      nothing={(wanted, count) => <NothingMatches of="webhooks" count={count} wanted={wanted} />}
    />
  );
}
