"use client";

import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { TestResult } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/test-result";
import { useResume } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/use-resume";
import type { WebhookView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { failureWords } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { paths } from "@/app/paths";

/** Why nothing is sent, or what is about to fail. Renders nothing when all is well. */
export function StandingNote({ webhook }: { webhook: WebhookView }) {
  const t = useTranslations("webhooks");
  const { status, pausedReason, revocationReason, revokedAt, failingSince } = webhook;
  if (status === "revoked")
    return (
      <Note tone="danger" title={t("standing.revoked")} className="mb-5">
        {revocationReason ? t(`revokedReasons.${revocationReason}`) : null}{" "}
        {revokedAt ? <RelativeTime at={revokedAt} show="local" /> : null}
      </Note>
    );
  if (status === "paused")
    return pausedReason === "delivery_failures" || pausedReason === "endpoint_gone" ? (
      <AutoPaused webhook={webhook} />
    ) : (
      <Paused webhook={webhook} />
    );
  if (!failingSince) return null;
  return (
    <Note tone="warning" title={t("standing.failing")} className="mb-5">
      <p>{t.rich("standing.failingSince", { at: () => <RelativeTime at={failingSince} show="local" /> })}</p>
      <FirstFailure webhook={webhook} />
    </Note>
  );
}

function FirstFailure({ webhook: { webhookId, firstFailure } }: { webhook: WebhookView }) {
  const t = useTranslations("webhooks");
  if (!firstFailure) return null;
  return (
    <p>
      {t.rich("standing.firstFailure", {
        at: () => <RelativeTime at={firstFailure.at} show="local" />,
        why: failureWords(t, firstFailure),
      })}{" "}
      <TextLink href={paths.delivery(webhookId, firstFailure.deliveryId)}>{t("standing.viewFirst")}</TextLink>
    </p>
  );
}

const reasonKeys = {
  manual: "standing.pausedManual",
  key_revoked: "standing.pausedKey",
  owner_inactive: "standing.pausedOwner",
} as const;

function Paused({ webhook: { webhookId, pausedReason, pausedAt, stats } }: { webhook: WebhookView }) {
  const t = useTranslations("webhooks");
  const { start, starting, dialog } = useResume(webhookId);
  const reason =
    pausedReason && pausedReason in reasonKeys
      ? t(reasonKeys[pausedReason as keyof typeof reasonKeys])
      : null;
  return (
    <Note
      tone={pausedReason === "manual" ? "info" : "warning"}
      title={t("standing.paused")}
      className="mb-5"
      actions={
        pausedReason === "manual" ? null : pausedReason === "owner_inactive" ? null : (
          <Button size="sm" onClick={() => void start()} pending={starting}>
            {t("standing.resume")}
          </Button>
        )
      }
    >
      {reason} {pausedAt ? <RelativeTime at={pausedAt} show="local" /> : null}.{" "}
      {t("standing.heldSoFar", { count: stats?.heldCount ?? 0 })}
      {dialog}
    </Note>
  );
}

function AutoPaused({ webhook }: { webhook: WebhookView }) {
  const t = useTranslations("webhooks");
  const { webhookId, pausedReason, pausedAt, stats } = webhook;
  const { send, isPending, error, output } = useCall(useTRPCClient().webhooks.test.mutate, {
    refreshes: true,
  });
  const { start, starting, dialog } = useResume(webhookId);
  return (
    <Note
      tone="danger"
      title={pausedReason === "endpoint_gone" ? t("standing.gone") : t("standing.noSuccess")}
      className="mb-5"
      actions={
        <Button onClick={() => void send({ id: webhookId })} pending={isPending || starting}>
          {t("standing.testThenResume")}
        </Button>
      }
    >
      <p>
        {pausedAt
          ? t.rich("standing.pausedAt", { at: () => <RelativeTime at={pausedAt} show="local" /> })
          : null}{" "}
        {t("standing.heldSince", { count: stats?.heldCount ?? 0 })}
      </p>
      <FirstFailure webhook={webhook} />
      {error ? <ErrorPanel error={error} /> : null}
      {output ? (
        <div className="mt-3 text-fg">
          <TestResult
            key={output.id}
            webhookId={webhookId}
            deliveryId={output.id}
            onDelivered={() => void start()}
          />
        </div>
      ) : null}
      {dialog}
    </Note>
  );
}
