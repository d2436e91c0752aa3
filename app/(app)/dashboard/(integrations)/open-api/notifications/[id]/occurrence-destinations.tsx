"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Clock, RotateCw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { PlatformIcon } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/destinations-words";
import type { OccurrenceView } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";

/** "Resend to failed destinations"; renders nothing without a failure. */
function SendAgain({ occurrence }: { occurrence: OccurrenceView }) {
  const t = useTranslations("notifications.history");
  const format = useFormatter();
  const trpc = useTRPC();
  const cache = useQueryClient();
  const listAnew = () => void cache.invalidateQueries(trpc.notifications.occurrences.pathFilter());
  const { send, isPending } = useCall(useTRPCClient().notifications.resend.mutate, {
    done: ({ count }) => t("againSent", { count }),
    errorToast: true,
    onDone: listAnew,
    onError: listAnew,
  });
  if (!occurrence.destinations.some(({ status }) => status === "failed")) return null;
  const at = format.dateTime(new Date(occurrence.scheduledFor), "moment");
  return (
    <Button
      size="sm"
      pending={isPending}
      onClick={() => void send({ id: occurrence.id })}
      aria-label={t("againOf", { at })}
    >
      <RotateCw aria-hidden />
      {t("again")}
    </Button>
  );
}

type Served = OccurrenceView["destinations"][number];

/** Each address and channel with its outcome. */
export function OccurrenceDestinations({ occurrence }: { occurrence: OccurrenceView }) {
  const t = useTranslations("notifications.history");
  if (occurrence.destinations.length === 0) return <span className="text-muted">{t("noDestinations")}</span>;
  return (
    <div className="flex w-full flex-col items-start gap-2">
      <ul className="flex w-full flex-col gap-2">
        {occurrence.destinations.map((one) => (
          <Row key={`${one.position} ${one.address}`} one={one} />
        ))}
      </ul>
      <SendAgain occurrence={occurrence} />
    </div>
  );
}

function Row({ one }: { one: Served }) {
  const t = useTranslations("notifications");
  const { platform, address, channelName, error, errorDetail, attempts, mayBeDuplicate, nextAttemptAt } = one;
  const isRetried = one.status === "pending" && attempts > 0;
  return (
    <li className="flex flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="inline-flex min-w-0 items-start gap-1.5">
          <PlatformIcon platform={platform} />
          <span className="min-w-0 wrap-anywhere">
            <VisuallyHidden>{t(`destinations.platforms.${platform}`)}: </VisuallyHidden>
            {channelName ?? address}
          </span>
        </span>
        <ServedBadge one={one} />
      </span>
      {one.status !== "sent" && error !== null ? (
        <span className="text-danger-text text-xs">
          {t(`history.errors.${error}`)}{" "}
          {errorDetail ? <span className="text-muted wrap-anywhere">{errorDetail}</span> : null}
        </span>
      ) : null}
      {isRetried && nextAttemptAt ? (
        <span className="text-muted text-xs">
          {t("history.nextAttempt")} <RelativeTime at={nextAttemptAt} />
        </span>
      ) : null}
      {mayBeDuplicate ? <span className="text-muted text-xs">{t("history.mayBeDuplicate")}</span> : null}
    </li>
  );
}

function ServedBadge({ one: { status, attempts, sentAt } }: { one: Served }) {
  const t = useTranslations("notifications.history");
  const format = useFormatter();
  if (status === "sent")
    return (
      <Badge tone="success">
        {sentAt ? t("sentAtTime", { time: format.dateTime(new Date(sentAt), "time") }) : t("served.sent")}
      </Badge>
    );
  if (status === "failed") return <Badge tone="danger">{t("served.failed")}</Badge>;
  return attempts === 0 ? (
    <Badge tone="accent" icon={<Clock aria-hidden />}>
      {t("served.pending")}
    </Badge>
  ) : (
    <Badge tone="warning" icon={<RotateCw aria-hidden />}>
      {t("served.retrying")}
    </Badge>
  );
}
