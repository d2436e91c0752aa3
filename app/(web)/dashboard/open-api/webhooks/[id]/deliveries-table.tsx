"use client";

import { RotateCw } from "lucide-react";
import { Badge } from "@/app/_ui/badge";
import { Checkbox } from "@/app/_ui/checkbox";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { RelativeTime } from "@/app/_ui/relative-time";
import { TextLink } from "@/app/_ui/text-link";
import { VisuallyHidden } from "@/app/_ui/visually-hidden";
import { DeliveryStatus } from "@/app/(web)/dashboard/open-api/webhooks/delivery-status";
import { Response } from "@/app/(web)/dashboard/open-api/webhooks/response";
import type { DeliveryView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { paths } from "@/app/(web)/dashboard/paths";

type Props = {
  webhookId: string;
  deliveries: readonly DeliveryView[];
  canRedeliver: boolean;
  selected: readonly string[];
  onSelect: (ids: string[]) => void;
};

/** What still has attempts before it is not sent a second time. */
const isOver = ({ status }: DeliveryView) => status !== "pending" && status !== "held";

/** The table "Deliveries", newest first. */
export function DeliveriesTable({ webhookId, deliveries, canRedeliver, selected, onSelect }: Props) {
  const choosable = deliveries.filter(isOver).map(({ id }) => id);
  const hasAll = choosable.length > 0 && choosable.every((id) => selected.includes(id));
  const toggle = (id: string, on: boolean) =>
    onSelect(on ? [...selected, id] : selected.filter((each) => each !== id));
  const select: Column<DeliveryView> = {
    label: "Select",
    cell: (delivery) => (
      <Checkbox
        label={<VisuallyHidden>Select {delivery.id}</VisuallyHidden>}
        checked={selected.includes(delivery.id)}
        disabled={!isOver(delivery)}
        onChange={({ target }) => toggle(delivery.id, target.checked)}
      />
    ),
  };
  return (
    <div className="flex flex-col gap-2">
      {canRedeliver && choosable.length > 0 ? (
        <Checkbox
          label="Select all on this page"
          checked={hasAll}
          indeterminate={selected.length > 0 && !hasAll}
          onChange={({ target }) => onSelect(target.checked ? choosable : [])}
          className="px-3"
        />
      ) : null}
      <DataTable
        caption="Deliveries"
        columns={canRedeliver ? [select, ...columnsOf(webhookId)] : columnsOf(webhookId)}
        rows={deliveries}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

const columnsOf = (webhookId: string): Column<DeliveryView>[] => [
  { label: "Status", cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  {
    label: "Event",
    cell: ({ eventType }) => <code className="whitespace-nowrap font-mono text-xs">{eventType}</code>,
  },
  {
    label: "Delivery ID",
    header: true,
    cell: ({ id, redeliveryOf }) => (
      <span className="inline-flex flex-col items-start gap-0.5">
        <TextLink quiet href={paths.delivery(webhookId, id)} className="font-mono text-xs">
          {id}
        </TextLink>
        {redeliveryOf ? (
          <Badge icon={<RotateCw aria-hidden />}>Redelivery of …{redeliveryOf.slice(-6)}</Badge>
        ) : null}
      </span>
    ),
  },
  { label: "Response", cell: (delivery) => <Response outcome={delivery} /> },
  {
    label: "Duration",
    align: "right",
    cell: ({ durationMs }) => (
      <span className="whitespace-nowrap tabular-nums">{durationMs === null ? "–" : `${durationMs} ms`}</span>
    ),
  },
  { label: "Attempts", align: "right", cell: ({ attempts }) => attempts },
  { label: "Time", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];
