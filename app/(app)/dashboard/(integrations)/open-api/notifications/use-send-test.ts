"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorToast } from "@/app/_kit/form/use-error-toast";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";

/** Sends today's message to the real destinations, marked as a test. The history shows the outcome. */
export function useSendTest({ id, name }: { id: string; name: string }) {
  const t = useTranslations("notifications.test");
  const router = useRouter();
  const toast = useToast();
  const tellError = useErrorToast();
  const calls = useTRPCClient();
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<boolean> => {
    setSending(true);
    try {
      await calls.notifications.sendTest.mutate({ id });
      toast.success(t("sent", { name }), { description: t("follow") });
      router.refresh();
      return true;
    } catch (error) {
      tellError(error);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { send, isSending };
}
