"use client";

import { Ban, Clock, Hand, RotateCw } from "lucide-react";
import { Badge } from "@/app/_ui/badge";
import { useIsAwake } from "@/app/_ui/use-is-awake";
import type { DeliveryView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";

type Props = { delivery: Pick<DeliveryView, "status" | "attempts" | "nextAttemptAt"> };

/** "Delivered", "Retrying – next 14:05", "Failed", "Cancelled", "Held" or "Sending". */
export function DeliveryStatus({ delivery: { status, attempts, nextAttemptAt } }: Props) {
  switch (status) {
    case "succeeded":
      return <Badge tone="success">Delivered</Badge>;
    case "failed":
      return <Badge tone="danger">Failed</Badge>;
    case "cancelled":
      return <Badge icon={<Ban aria-hidden />}>Cancelled</Badge>;
    case "held":
      return <Badge icon={<Hand aria-hidden />}>Held</Badge>;
    case "pending":
      return attempts === 0 ? (
        <Badge tone="accent" icon={<Clock aria-hidden />}>
          Sending
        </Badge>
      ) : (
        <Badge tone="warning" icon={<RotateCw aria-hidden />}>
          {nextAttemptAt ? <Next at={nextAttemptAt} /> : "Retrying"}
        </Badge>
      );
  }
}

const dayMs = 86_400_000;

function Next({ at }: { at: string }) {
  const isAwake = useIsAwake();
  const date = new Date(at);
  // The server does not know the reader's zone.
  const timeZone = isAwake ? undefined : "UTC";
  const isFar = isAwake && date.getTime() - Date.now() > dayMs / 2;
  const text = new Intl.DateTimeFormat("en-GB", {
    ...(isFar ? { day: "numeric", month: "short" } : {}),
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(date);
  return (
    <span>
      Retrying – next <time dateTime={at}>{isAwake ? text : `${text} UTC`}</time>
    </span>
  );
}
