"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { asked } from "@/app/_kit/list/evidence";
import { Card } from "@/app/_kit/ui/card";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import type { WebhookView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { hostOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";

/** The danger area: deletes a webhook for good. */
export function DeleteWebhook({ webhook: { webhookId, url } }: { webhook: WebhookView }) {
  const t = useTranslations("webhooks");
  const calls = useTRPCClient();
  const host = hostOf(url);
  return (
    <Card
      title={t("delete.danger")}
      titleId="danger-heading"
      className="border-danger-line"
      description={t("delete.dangerText")}
    >
      <ConfirmButton
        title={t("delete.title", { host })}
        confirmLabel={t("delete.submit")}
        cancelLabel={t("delete.keep")}
        typedName={host}
        act={async () => {
          await calls.webhooks.delete.mutate({ id: webhookId });
          return { message: t("delete.done"), note: t("delete.doneNote") };
        }}
      >
        <p>{t("delete.text")}</p>
        <Evidence webhookId={webhookId} />
      </ConfirmButton>
    </Card>
  );
}

/** Loaded when the dialog opens: the page behind it may be stale. */
function Evidence({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhooks");
  const { data } = useQuery(useTRPC().webhooks.get.queryOptions({ id: webhookId }, asked));
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
