"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPC } from "@/app/_trpc/queries";
import { TestResult } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/test-result";

/** "Send test event", with the outcome below it. */
export function SendTest({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhooks");
  const test = useMutation(useTRPC().webhooks.test.mutationOptions());
  return (
    <Card title={t("test.title")} titleId="test-heading" description={t("test.text")}>
      <div className="flex flex-col gap-3">
        <div>
          <Button onClick={() => test.mutate({ id: webhookId })} pending={test.isPending}>
            <Send aria-hidden />
            {t("test.send")}
          </Button>
        </div>
        {test.error ? <ErrorPanel error={shownError(test.error)} /> : null}
        {test.data ? <TestResult key={test.data.id} webhookId={webhookId} deliveryId={test.data.id} /> : null}
      </div>
    </Card>
  );
}
