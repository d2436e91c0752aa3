"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";
import { TestResult } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/test-result";

/** "Send test event", with the outcome below it. */
export function SendTest({ webhookId }: { webhookId: string }) {
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
