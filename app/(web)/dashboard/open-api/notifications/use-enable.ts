"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { useToast } from "@/app/_ui/toast";
import type { NotificationListed } from "@/app/(web)/dashboard/open-api/notifications/notification-views";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Enabling = Pick<NotificationListed, "id" | "name" | "enabled" | "updatedAt">;

/** Pauses and resumes a notification; what was asked for is shown until the server's answer is on the page. */
export function useEnable({ id, name, enabled, updatedAt }: Enabling) {
  const t = useTranslations("notifications.enable");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const [wish, setWish] = useState<{ of: string; enabled: boolean } | null>(null);
  const isEnabled = wish?.of === updatedAt ? wish.enabled : enabled;

  const change = async (next: boolean): Promise<boolean> => {
    setWish({ of: updatedAt, enabled: next });
    try {
      await calls.notifications.update.mutate({ id, patch: { enabled: next } });
      router.refresh();
      return true;
    } catch (error) {
      setWish(null);
      const { name: title, description } = shownError(error);
      toast.error(title, { description });
      return false;
    }
  };
  const undo = async () => {
    if (await change(true)) toast.success(t("resumed", { name }));
  };
  const enable = async (next: boolean) => {
    if (!(await change(next))) return;
    if (next) toast.success(t("resumed", { name }));
    else toast.undo(t("paused", { name }), () => void undo(), { description: t("pausedMore") });
  };
  return { isEnabled, enable };
}
