"use client";

import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { useTRPCClient } from "@/app/_trpc/client";

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
