"use client";

import { useTranslations } from "next-intl";
import type { Confirmation } from "@/app/_kit/form/confirm-action";
import { useTRPCClient } from "@/app/_trpc/client";

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
