"use client";

import { useTranslations } from "next-intl";
import { useTRPCClient } from "@/app/_trpc/client";
import type { NotificationListed } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { useEnable } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-enable";

/** Pauses and resumes a notification. */
export function useEnableNotification(notification: NotificationListed) {
  const t = useTranslations("notifications.enable");
  const calls = useTRPCClient();
  const { id, name } = notification;
  return useEnable(notification, (enabled) => calls.notifications.update.mutate({ id, patch: { enabled } }), {
    resumed: t("resumed", { name }),
    paused: t("paused", { name }),
    pausedMore: t("pausedMore"),
  });
}
