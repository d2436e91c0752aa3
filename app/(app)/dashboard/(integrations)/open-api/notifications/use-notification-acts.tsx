"use client";

import { useTranslations } from "next-intl";
import type { Confirmation } from "@/app/_kit/form/confirm-action";
import { useCall } from "@/app/_kit/form/use-call";
import { useTRPCClient } from "@/app/_trpc/client";
import type { NotificationListed } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { useEnable } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-enable";

type Props = {
  id: string;
  name: string;
  /** Where to navigate after the deletion; by default refreshes the current page. */
  leaveTo?: string;
};

/** "Delete notification Monday overview?" */
export function useDeleteNotification({ id, name, leaveTo }: Props): Confirmation {
  const t = useTranslations("notifications.delete");
  const calls = useTRPCClient();
  return {
    title: t("title", { name }),
    confirmLabel: t("confirm"),
    cancelLabel: t("keep"),
    children: <p>{t("text")}</p>,
    act: async () => {
      await calls.notifications.delete.mutate({ id });
      return { message: t("done", { name }), goTo: leaveTo };
    },
  };
}

/** Sends today's message to the real destinations, marked as a test. The history shows the outcome. */
export function useSendTest({ id, name }: { id: string; name: string }) {
  const t = useTranslations("notifications.test");
  const calls = useTRPCClient();
  const { send, isPending } = useCall(() => calls.notifications.sendTest.mutate({ id }), {
    done: () => ({ title: t("sent", { name }), note: t("follow") }),
    refreshes: true,
    errorToast: true,
  });
  return { send, isSending: isPending };
}

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
