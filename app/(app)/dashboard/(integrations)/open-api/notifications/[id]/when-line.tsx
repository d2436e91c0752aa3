"use client";

import { useTranslations } from "next-intl";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import type { NotificationListed } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { useWhenWords } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";

/** "Weekdays at 09:00, Europe/Belgrade. Next: 23 Nov 2026, 09:00" */
export function WhenLine({ notification }: { notification: NotificationListed }) {
  const t = useTranslations("notifications.next");
  const when = useWhenWords();
  return (
    <p className="text-fg">
      {when(notification)}
      {notification.nextSendAt === null ? null : (
        <span className="text-muted">
          {" · "}
          {t("next")} <RelativeTime at={notification.nextSendAt} show="local" />
        </span>
      )}
    </p>
  );
}
