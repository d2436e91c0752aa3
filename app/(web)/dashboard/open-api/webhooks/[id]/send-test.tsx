"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTRPC } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { TestResult } from "@/app/(web)/dashboard/open-api/webhooks/[id]/test-result";
import { shownError } from "@/app/(web)/dashboard/shown-error";

/** "Send test event", and below it whether it arrived. */
export function SendTest({ webhookId }: { webhookId: string }) {
  const test = useMutation(useTRPC().webhooks.test.mutationOptions());
  return (
    <Card
      title="Test"
      titleId="test-heading"
      description="Sends a webhook.test event, also while the webhook is paused."
    >
      <div className="flex flex-col gap-3">
        <div>
          <Button onClick={() => test.mutate({ id: webhookId })} pending={test.isPending}>
            <Send aria-hidden />
            Send test event
          </Button>
        </div>
        {test.error ? <ErrorPanel error={shownError(test.error)} /> : null}
        {test.data ? <TestResult key={test.data.id} webhookId={webhookId} deliveryId={test.data.id} /> : null}
      </div>
    </Card>
  );
}
