"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
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

/** The danger area: ends a webhook for good. */
export function DeleteWebhook({ webhook: { webhookId, url } }: { webhook: WebhookView }) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const remove = useMutation(useTRPC().webhooks.delete.mutationOptions());
  const place = useHandOverFocus<HTMLDivElement>();
  const host = hostOf(url);
  const confirm = async () => {
    await remove.mutateAsync({ id: webhookId });
    toast.success(t("delete.done"), { description: t("delete.doneNote") });
    router.refresh();
  };
  const close = (next: boolean) => {
    if (!next) remove.reset();
    setOpen(next);
  };
  return (
    <div ref={place}>
      <Card
        title={t("delete.danger")}
        titleId="danger-heading"
        className="border-danger-line"
        description={t("delete.dangerText")}
      >
        <Button variant="danger" onClick={() => setOpen(true)}>
          {t("delete.submit")}
        </Button>
        <AlertDialog
          open={open}
          onOpenChange={close}
          title={t("delete.title", { host })}
          confirmLabel={t("delete.submit")}
          cancelLabel={t("delete.keep")}
          typedName={host}
          onConfirm={confirm}
          error={remove.error ? <ErrorPanel error={shownError(remove.error)} /> : null}
        >
          <p>{t("delete.text")}</p>
          {open ? <Evidence webhookId={webhookId} /> : null}
        </AlertDialog>
      </Card>
    </div>
  );
}

/** Asked when the dialog opens: what the page behind it shows may be old. */
function Evidence({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhooks");
  const { data } = useQuery(
    useTRPC().webhooks.get.queryOptions({ id: webhookId }, { staleTime: 0, gcTime: 0 }),
  );
  if (!data) return null;
  const { stats, lastDelivery } = data;
  const lastAt = lastDelivery?.attemptedAt;
  return (
    <ul
      aria-label={t("delete.use")}
      className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 text-fg"
    >
      <li>{t("delete.received", { count: stats?.succeeded ?? 0 })}</li>
      {stats && stats.heldCount > 0 ? <li>{t("delete.held", { count: stats.heldCount })}</li> : null}
      <li>
        {lastAt ? t.rich("delete.last", { at: () => <RelativeTime at={lastAt} /> }) : t("delete.noneYet")}
      </li>
    </ul>
  );
}
