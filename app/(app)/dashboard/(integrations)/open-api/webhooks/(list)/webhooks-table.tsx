"use client";

import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { NothingMatches } from "@/app/(app)/dashboard/(integrations)/open-api/nothing-matches";
import { Breakable } from "@/app/(app)/dashboard/(integrations)/open-api/path-text";
import { DeliveryStatus } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/delivery-status";
import { isFailing } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/is-failing";
import { SuccessRate } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/success-rate";
import { WebhookStatus } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-status";
import type { WebhookListed } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import {
  hostOf,
  madeByWords,
  pathOf,
  type WebhookWords,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { paths } from "@/app/paths";

const columnsOf = (t: WebhookWords, isAdmin: boolean): ListColumn<WebhookListed>[] => [
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

const statuses = ["current", "active", "failing", "paused", "revoked"] as const;
const hasStatus: Record<(typeof statuses)[number], (webhook: WebhookListed) => boolean> = {
  current: ({ status }) => status !== "revoked",
  active: ({ status }) => status === "active",
  failing: isFailing,
  paused: ({ status }) => status === "paused",
  revoked: ({ status }) => status === "revoked",
};

type Props = { webhooks: readonly WebhookListed[]; isAdmin: boolean };

/** The table "Webhooks" with its filters, which are in the URL; newest first. */
export function WebhooksTable({ webhooks, isAdmin }: Props) {
  const t = useTranslations("webhooks");
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={63}
      columns={columnsOf(t, isAdmin)}
      rows={webhooks}
      rowKey={({ webhookId }) => webhookId}
      search={{
        label: t("list.filter"),
        textOf: ({ url, description, app, events, stats }) => [
          ...[url, description, app?.name, stats?.ownerName],
          ...events,
        ],
      }}
      choices={[
        {
          name: "status",
          label: t("list.status"),
          options: statuses.map((value) => ({ value, label: t(`filters.${value}`), has: hasStatus[value] })),
        },
      ]}
      shown={(count) => t("list.shown", { count })}
      nothing={(wanted) => <NothingMatches of="webhooks" count={webhooks.length} wanted={wanted} />}
    />
  );
}
