"use client";

import { Pause, Play, Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  WebhookForm,
  type WebhookFormProps,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-form";
import type { WebhookFormOutput } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-form-values";
import type { WebhookView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { DeleteWebhook } from "./delete-webhook";
import { TestResult } from "./test-result";
import { useResume } from "./use-resume";

/** "Send test event", with the outcome below it. */
function SendTest({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhooks");
  const { send, isPending, error, output } = useCall(useTRPCClient().webhooks.test.mutate);
  return (
    <Card title={t("test.title")} titleId="test-heading" description={t("test.text")}>
      <div className="flex flex-col gap-3">
        <div>
          <Button onClick={() => void send({ id: webhookId })} pending={isPending}>
            <Send aria-hidden />
            {t("test.send")}
          </Button>
        </div>
        {error ? <ErrorPanel error={error} /> : null}
        {output ? <TestResult key={output.id} webhookId={webhookId} deliveryId={output.id} /> : null}
      </div>
    </Card>
  );
}

/** "Pause webhook" or "Resume webhook". */
function PauseWebhook({ webhook: { webhookId, status } }: { webhook: WebhookView }) {
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

type Props = Pick<WebhookFormProps, "events" | "allowHosts"> & { webhook: WebhookView };

/** The tab "Settings": endpoint and events, a test, pausing, and the danger area. */
export function WebhookSettings({ webhook, ...rest }: Props) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const { webhookId, url, description, events, status, updatedAt, app } = webhook;
  if (status === "revoked") return <p className="text-muted">{t("settings.revoked")}</p>;
  const save = async (values: WebhookFormOutput) => {
    const patch = { ...values, description: values.description || null };
    await calls.webhooks.update.mutate({ id: webhookId, patch });
    toast.success(t("settings.saved"), { description: t("settings.savedNote") });
    router.refresh();
  };
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      {app ? (
        <ChosenByApp webhook={webhook} />
      ) : (
        <Card title={t("settings.endpoint")} titleId="endpoint-heading">
          <WebhookForm
            {...rest}
            // The fields start with the new values after a change elsewhere.
            key={updatedAt}
            start={{ url, description: description ?? "", events: [...events] }}
            save={save}
            leaveTitle={t("settings.leave")}
            buttons={(pending) => (
              <div>
                <Button type="submit" variant="primary" pending={pending}>
                  {t("settings.save")}
                </Button>
              </div>
            )}
          />
        </Card>
      )}
      <SendTest webhookId={webhookId} />
      <PauseWebhook webhook={webhook} />
      <DeleteWebhook webhook={webhook} />
    </div>
  );
}

/** Settings that only the app which created the webhook can change. */
function ChosenByApp({ webhook: { events } }: { webhook: WebhookView }) {
  const t = useTranslations("webhooks");
  return (
    <Card title={t("settings.endpoint")} titleId="endpoint-heading" description={t("settings.ofApp")}>
      <h3 className="font-semibold text-sm">{t("settings.events")}</h3>
      <ul className="mt-1">
        {events.map((event) => (
          <li key={event}>
            <code className="font-mono text-xs">{event}</code>
          </li>
        ))}
      </ul>
    </Card>
  );
}
