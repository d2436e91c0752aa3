"use client";

import { FastForward, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ListColumn, ListRecord } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import type { RowPanel } from "@/app/_kit/list/use-row-panel";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import { useRedeliver } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/redeliver-button";
import {
  againOf,
  Response,
  Subject,
  shortId,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/delivery-parts";
import { DeliveryStatus } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/delivery-status";
import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import type { WebhookWords } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { paths } from "@/app/paths";

type RedeliverRowProps = { webhookId: string; delivery: DeliveryView; onDone: () => void };

/** The button of a row: redelivers it, or retries it now. */
function RedeliverRow({ webhookId, delivery, onDone }: RedeliverRowProps) {
  const t = useTranslations("webhooks");
  const { send, pending } = useRedeliver(webhookId, onDone);
  const again = againOf(delivery);
  if (!again) return null;
  return (
    <Button
      size="iconSm"
      variant="ghost"
      aria-label={t(`${again}.named`, { id: shortId(delivery.id) })}
      title={t(`${again}.one`)}
      pending={pending}
      onClick={() => send(delivery.id)}
    >
      {again === "retry" ? <FastForward aria-hidden /> : <RotateCw aria-hidden />}
    </Button>
  );
}

type Props = {
  webhookId: string;
  deliveries: readonly DeliveryView[];
  canRedeliver: boolean;
  selected: readonly string[];
  onSelect: (ids: string[]) => void;
  onRedelivered: () => void;
  /** Narrows the table while it is open. */
  panel: RowPanel;
} & Pick<ListRecord<DeliveryView>, "nothing" | "isLoading">;

/** The table "Deliveries", most recent attempt first. */
export function DeliveriesTable(props: Props) {
  const t = useTranslations("webhooks");
  const { deliveries, canRedeliver, selected, onSelect, panel, nothing, isLoading } = props;
  const choosable = deliveries.filter(againOf).map(({ id }) => id);
  const hasAll = choosable.length > 0 && choosable.every((id) => selected.includes(id));
  return (
    <ResourceList
      caption={t("deliveries.caption")}
      columnsFrom={63}
      columns={panel.opened ? narrowColumns(t, props) : wideColumns(t, props)}
      rows={deliveries}
      rowKey={({ id }) => id}
      rowClassName={panel.opened ? narrowRow : undefined}
      above={
        canRedeliver && choosable.length > 0 ? (
          <Checkbox
            label={t("deliveries.selectAll")}
            checked={hasAll}
            indeterminate={selected.length > 0 && !hasAll}
            onChange={({ target }) => onSelect(target.checked ? choosable : [])}
            className="-mb-2 px-3"
          />
        ) : null
      }
      {...{ panel, nothing, isLoading }}
    />
  );
}

/** Beside the open delivery a row takes two lines: status and event above, identification below. */
const narrowRow = "cards:flex wide-cards:flex cards:flex-wrap cards:items-center cards:gap-x-2.5 cards:pe-12";

function narrowColumns(t: WebhookWords, props: Props): ListColumn<DeliveryView>[] {
  const { select, status, event, name, redeliver } = columnsOf(t, props);
  const columns = [
    { ...status, bare: true },
    { ...event, bare: true },
    { ...name, className: "basis-full" },
  ];
  return props.canRedeliver ? [{ ...select, bare: true }, ...columns, redeliver] : columns;
}

function wideColumns(t: WebhookWords, props: Props): ListColumn<DeliveryView>[] {
  const { select, status, event, name, redeliver } = columnsOf(t, props);
  const columns: ListColumn<DeliveryView>[] = [
    status,
    event,
    name,
    { label: t("deliveries.response"), cell: (delivery) => <Response outcome={delivery} /> },
    {
      label: t("deliveries.duration"),
      align: "right",
      cell: ({ durationMs }) => (
        <span className="whitespace-nowrap tabular-nums">
          {durationMs === null ? "–" : t("deliveries.ms", { ms: durationMs })}
        </span>
      ),
    },
    { label: t("deliveries.attempts"), align: "right", cell: ({ attempts }) => attempts },
    {
      label: t("deliveries.time"),
      cell: ({ attemptedAt, createdAt }) => <RelativeTime at={attemptedAt ?? createdAt} />,
    },
  ];
  return props.canRedeliver ? [select, ...columns, redeliver] : columns;
}

function columnsOf(t: WebhookWords, props: Props) {
  const { webhookId, selected, onSelect, panel, onRedelivered } = props;
  const toggle = (id: string, on: boolean) =>
    onSelect(on ? [...selected, id] : selected.filter((each) => each !== id));
  return {
    select: {
      label: t("deliveries.select"),
      cell: (delivery) => (
        <Checkbox
          label={<VisuallyHidden>{t("deliveries.selectOne", { id: shortId(delivery.id) })}</VisuallyHidden>}
          checked={selected.includes(delivery.id)}
          disabled={!againOf(delivery)}
          onChange={({ target }) => toggle(delivery.id, target.checked)}
        />
      ),
    },
    status: { label: t("deliveries.status"), cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    event: {
      label: t("deliveries.event"),
      cell: ({ eventType, subject }) => (
        <span className="inline-flex flex-col items-start gap-0.5">
          <code className="whitespace-nowrap font-mono text-xs">{eventType}</code>
          <Subject subject={subject} />
        </span>
      ),
    },
    name: {
      label: t("deliveries.id"),
      header: true,
      cell: ({ id, redeliveryOf }) => (
        <span className="inline-flex flex-col items-start gap-0.5">
          <TextLink
            quiet
            href={paths.delivery(webhookId, id)}
            title={id}
            aria-current={id === panel.opened ? "true" : undefined}
            className="font-mono text-xs"
          >
            {shortId(id)}
          </TextLink>
          {redeliveryOf ? (
            <Badge icon={<RotateCw aria-hidden />}>
              {t("deliveries.redeliveryOf", { id: shortId(redeliveryOf) })}
            </Badge>
          ) : null}
        </span>
      ),
    },
    redeliver: {
      label: t("deliveries.actions"),
      actions: true,
      cell: (delivery) => <RedeliverRow webhookId={webhookId} delivery={delivery} onDone={onRedelivered} />,
    },
  } satisfies Record<string, ListColumn<DeliveryView>>;
}
