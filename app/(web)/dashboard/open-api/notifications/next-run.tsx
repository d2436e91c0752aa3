"use client";

import { useTranslations } from "next-intl";
import { RelativeTime } from "@/app/_ui/relative-time";
import type { NotificationListed } from "@/app/(web)/dashboard/open-api/notifications/notification-views";

/** When it is sent next, in the reader's zone. */
export function NextRun({ notification: { nextSendAt } }: { notification: NotificationListed }) {
  const t = useTranslations("notifications.next");
  if (nextSendAt === null) return <span className="text-muted">{t("paused")}</span>;
  return (
    <span className="inline-flex flex-col items-start">
      <RelativeTime at={nextSendAt} show="local" />
      <RelativeTime at={nextSendAt} className="text-muted text-xs" />
    </span>
  );
}
