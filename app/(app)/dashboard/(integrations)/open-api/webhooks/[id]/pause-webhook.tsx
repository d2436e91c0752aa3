"use client";

import { Pause, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
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
  const { webhooks } = useTRPCClient();
  const undo = useCall(() => webhooks.resume.mutate({ id: webhookId, replay: "all" }), {
    errorToast: true,
    onDone: refresh,
    onError: refresh,
  });
  const pause = useCall(() => webhooks.pause.mutate({ id: webhookId }), {
    onDone: () => {
      toast.undo(t("pause.done"), () => void undo.send(), { description: t("pause.doneNote") });
      refresh();
    },
  });
  const { start, starting, dialog } = useResume(webhookId);
  return (
    <Card title={t("pause.title")} titleId="pause-heading" description={t("pause.text")}>
      <div className="flex flex-col items-start gap-3">
        {status === "paused" ? (
          <Button onClick={() => void start()} pending={starting || isRefreshing}>
            <Play aria-hidden />
            {t("pause.resume")}
          </Button>
        ) : (
          <Button onClick={() => void pause.send()} pending={pause.isPending || isRefreshing}>
            <Pause aria-hidden />
            {t("pause.pause")}
          </Button>
        )}
        {pause.error ? <ErrorPanel error={pause.error} /> : null}
      </div>
      {dialog}
    </Card>
  );
}
