"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { Note } from "@/app/_ui/note";
import { RelativeTime } from "@/app/_ui/relative-time";
import { TextLink } from "@/app/_ui/text-link";
import { TestResult } from "@/app/(web)/dashboard/open-api/webhooks/[id]/test-result";
import { useResume } from "@/app/(web)/dashboard/open-api/webhooks/[id]/use-resume";
import type { WebhookView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { failureWords, revokedWords } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import { paths } from "@/app/(web)/dashboard/paths";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { counted } from "@/app/(web)/dashboard/words";

/** Why nothing is sent, or why something is about to go wrong; nothing when all is well. */
export function StandingNote({ webhook }: { webhook: WebhookView }) {
  const { status, pausedReason, revocationReason, revokedAt, failingSince } = webhook;
  if (status === "revoked")
    return (
      <Note tone="danger" title="This webhook is revoked." className="mb-5">
        {revocationReason ? revokedWords[revocationReason] : null}{" "}
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
    <Note tone="warning" title="Deliveries are failing." className="mb-5">
      <p>
        None has arrived since <RelativeTime at={failingSince} show="local" />. After 72 hours the webhook is
        paused.
      </p>
      <FirstFailure webhook={webhook} />
    </Note>
  );
}

function FirstFailure({ webhook: { webhookId, firstFailure } }: { webhook: WebhookView }) {
  if (!firstFailure) return null;
  return (
    <p>
      First failure <RelativeTime at={firstFailure.at} show="local" />: {failureWords(firstFailure)}{" "}
      <TextLink href={paths.delivery(webhookId, firstFailure.deliveryId)}>
        View the first failing delivery
      </TextLink>
    </p>
  );
}

const reasons = {
  manual: "Somebody paused it by hand.",
  key_revoked: "The key that it was made with was revoked, and its webhooks were paused with it.",
  owner_inactive: "Its owner is deactivated. It can be resumed once the owner is active again.",
};

function Paused({ webhook: { webhookId, pausedReason, pausedAt, stats } }: { webhook: WebhookView }) {
  const { start, starting, dialog } = useResume(webhookId);
  const reason = reasons[pausedReason as keyof typeof reasons];
  return (
    <Note
      tone={pausedReason === "manual" ? "info" : "warning"}
      title="This webhook is paused."
      className="mb-5"
      actions={
        pausedReason === "manual" ? null : pausedReason === "owner_inactive" ? null : (
          <Button size="sm" onClick={() => void start()} pending={starting}>
            Resume
          </Button>
        )
      }
    >
      {reason} {pausedAt ? <RelativeTime at={pausedAt} show="local" /> : null}.{" "}
      {counted(stats?.heldCount ?? 0, "event")} held so far.
      {dialog}
    </Note>
  );
}

function AutoPaused({ webhook }: { webhook: WebhookView }) {
  const { webhookId, pausedReason, pausedAt, stats } = webhook;
  const test = useMutation(useTRPC().webhooks.test.mutationOptions());
  const { start, starting, dialog } = useResume(webhookId);
  return (
    <Note
      tone="danger"
      title={
        pausedReason === "endpoint_gone"
          ? "Paused: the endpoint answered that it is gone (410)."
          : "Paused after 72 hours without a success."
      }
      className="mb-5"
      actions={
        <Button onClick={() => test.mutate({ id: webhookId })} pending={test.isPending || starting}>
          Send test event, then resume
        </Button>
      }
    >
      <p>
        {pausedAt ? (
          <>
            Paused <RelativeTime at={pausedAt} show="local" />.{" "}
          </>
        ) : null}
        {counted(stats?.heldCount ?? 0, "event")} held since.
      </p>
      <FirstFailure webhook={webhook} />
      {test.error ? <ErrorPanel error={shownError(test.error)} /> : null}
      {test.data ? (
        <div className="mt-3 text-fg">
          <TestResult
            key={test.data.id}
            webhookId={webhookId}
            deliveryId={test.data.id}
            onDelivered={() => void start()}
          />
        </div>
      ) : null}
      {dialog}
    </Note>
  );
}
