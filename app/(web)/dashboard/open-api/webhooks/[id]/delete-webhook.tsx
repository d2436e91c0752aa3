"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { RelativeTime } from "@/app/_ui/relative-time";
import { useToast } from "@/app/_ui/toast";
import type { WebhookView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { hostOf } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { useHandOverFocus } from "@/app/(web)/dashboard/use-hand-over-focus";
import { counted } from "@/app/(web)/dashboard/words";

/** The danger area: ends a webhook for good. */
export function DeleteWebhook({ webhook: { webhookId, url } }: { webhook: WebhookView }) {
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const remove = useMutation(useTRPC().webhooks.delete.mutationOptions());
  const place = useHandOverFocus<HTMLDivElement>();
  const host = hostOf(url);
  const confirm = async () => {
    await remove.mutateAsync({ id: webhookId });
    toast.success("Webhook deleted", { description: "Its deliveries stay readable for 30 days." });
    router.refresh();
  };
  const close = (next: boolean) => {
    if (!next) remove.reset();
    setOpen(next);
  };
  return (
    <div ref={place}>
      <Card
        title="Danger area"
        titleId="danger-heading"
        className="border-danger-line"
        description="Nothing is sent any more, and what waits is cancelled. This cannot be undone."
      >
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete webhook
        </Button>
        <AlertDialog
          open={open}
          onOpenChange={close}
          title={`Delete webhook ${host}?`}
          confirmLabel="Delete webhook"
          cancelLabel="Keep webhook"
          typedName={host}
          onConfirm={confirm}
          error={remove.error ? <ErrorPanel error={shownError(remove.error)} /> : null}
        >
          <p>Nothing is sent to it any more, and what waits is cancelled. This cannot be undone.</p>
          {open ? <Evidence webhookId={webhookId} /> : null}
        </AlertDialog>
      </Card>
    </div>
  );
}

/** Asked when the dialog opens: what the page behind it shows may be old. */
function Evidence({ webhookId }: { webhookId: string }) {
  const { data } = useQuery(
    useTRPC().webhooks.get.queryOptions({ id: webhookId }, { staleTime: 0, gcTime: 0 }),
  );
  if (!data) return null;
  const { stats, lastDelivery } = data;
  return (
    <ul
      aria-label="How it is used"
      className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 text-fg"
    >
      <li>{counted(stats?.succeeded ?? 0, "delivery", "deliveries")} received in the last 24 hours</li>
      {stats && stats.heldCount > 0 ? <li>{counted(stats.heldCount, "event")} held while paused</li> : null}
      <li>
        {lastDelivery?.attemptedAt ? (
          <>
            Last delivery <RelativeTime at={lastDelivery.attemptedAt} />
          </>
        ) : (
          "No delivery yet"
        )}
      </li>
    </ul>
  );
}
