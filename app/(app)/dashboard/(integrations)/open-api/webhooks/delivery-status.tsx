"use client";

import { Ban, Clock, Hand, RotateCw } from "lucide-react";
import { useFormatter, useNow, useTimeZone, useTranslations } from "next-intl";
import { Badge } from "@/app/_kit/ui/badge";
import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

type Props = { delivery: Pick<DeliveryView, "status" | "attempts" | "nextAttemptAt"> };

/** "Delivered", "Retrying – next 14:05", "Failed", "Cancelled", "Held" or "Sending". */
export function DeliveryStatus({ delivery: { status, attempts, nextAttemptAt } }: Props) {
  const t = useTranslations("webhooks");
  switch (status) {
    case "succeeded":
      return <Badge tone="success">{t("deliveryStates.succeeded")}</Badge>;
    case "failed":
      return <Badge tone="danger">{t("deliveryStates.failed")}</Badge>;
    case "cancelled":
      return <Badge icon={<Ban aria-hidden />}>{t("deliveryStates.cancelled")}</Badge>;
    case "held":
      return <Badge icon={<Hand aria-hidden />}>{t("deliveryStates.held")}</Badge>;
    case "pending":
      return attempts === 0 ? (
        <Badge tone="accent" icon={<Clock aria-hidden />}>
          {t("deliveryStates.sending")}
        </Badge>
      ) : (
        <Badge tone="warning" icon={<RotateCw aria-hidden />}>
          {nextAttemptAt ? <Next at={nextAttemptAt} /> : t("deliveryStates.retrying")}
        </Badge>
      );
  }
}

const dayMs = 86_400_000;

function Next({ at }: { at: string }) {
  const t = useTranslations("webhooks");
  const format = useFormatter();
  const zone = useTimeZone();
  const date = new Date(at);
  const isFar = date.getTime() - useNow().getTime() > dayMs / 2;
  const text = format.dateTime(date, {
    ...(isFar ? { day: "numeric", month: "short" } : {}),
    hour: "2-digit",
    minute: "2-digit",
  });
  return (
    <span>
      {t.rich("deliveryStates.retryingNext", {
        at: () => <time dateTime={at}>{zone === "UTC" ? `${text} UTC` : text}</time>,
      })}
    </span>
  );
}
