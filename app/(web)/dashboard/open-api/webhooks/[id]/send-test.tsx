"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/queries";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { TestResult } from "@/app/(web)/dashboard/open-api/webhooks/[id]/test-result";
import { shownError } from "@/app/(web)/dashboard/shown-error";

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
