"use client";

import { useMutation } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useErrorToast } from "@/app/_kit/form/use-error-toast";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { useResume } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/use-resume";
import type { WebhookView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

/** "Pause webhook" or "Resume webhook". */
export function PauseWebhook({ webhook: { webhookId, status } }: { webhook: WebhookView }) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  // Disabled until the refreshed page shows the new state.
  const [isRefreshing, startRefresh] = useTransition();
  const refresh = () => startRefresh(() => router.refresh());
  const toast = useToast();
  const tellError = useErrorToast();
  const calls = useTRPCClient();
  const pause = useMutation(useTRPC().webhooks.pause.mutationOptions());
  const { start, starting, dialog } = useResume(webhookId);
  const undo = async () => {
    try {
      await calls.webhooks.resume.mutate({ id: webhookId, replay: "all" });
    } catch (error) {
      tellError(error);
    }
    refresh();
  };
  const stop = () =>
    pause.mutate(
      { id: webhookId },
      {
        onSuccess: () => {
          toast.undo(t("pause.done"), () => void undo(), { description: t("pause.doneNote") });
          refresh();
        },
      },
    );
  return (
    <Card title={t("pause.title")} titleId="pause-heading" description={t("pause.text")}>
      <div className="flex flex-col items-start gap-3">
        {status === "paused" ? (
          <Button onClick={() => void start()} pending={starting || isRefreshing}>
            <Play aria-hidden />
            {t("pause.resume")}
          </Button>
        ) : (
          <Button onClick={stop} pending={pause.isPending || isRefreshing}>
            <Pause aria-hidden />
            {t("pause.pause")}
          </Button>
        )}
        {pause.error ? <ErrorPanel error={shownError(pause.error)} /> : null}
      </div>
      {dialog}
    </Card>
  );
}
