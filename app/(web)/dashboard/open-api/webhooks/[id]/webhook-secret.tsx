"use client";

import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { Note } from "@/app/_ui/note";
import { RelativeTime } from "@/app/_ui/relative-time";
import { EndOverlapDialog } from "@/app/(web)/dashboard/open-api/webhooks/[id]/end-overlap-dialog";
import { RotateSecretDialog } from "@/app/(web)/dashboard/open-api/webhooks/[id]/rotate-secret-dialog";
import { Verification } from "@/app/(web)/dashboard/open-api/webhooks/verification";
import type { WebhookView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";

/** The tab "Secret": what signs, since when, and how to change it without an outage. */
export function WebhookSecret({ webhook }: { webhook: WebhookView }) {
  const { webhookId, url, secretPrefix, secretMadeAt, overlapUntil, status } = webhook;
  const [dialog, setDialog] = useState<"rotate" | "end" | null>(null);
  const close = () => setDialog(null);
  const neededId = "rotate-needed";
  if (status === "revoked") return <p className="text-muted">A deleted webhook signs nothing any more.</p>;
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <Card
        title="Signing secret"
        titleId="secret-heading"
        description="Every request is signed with it. The whole secret was shown once, when it was made."
      >
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <div>
            <dt className="text-muted text-xs">Secret</dt>
            <dd>
              <code className="font-mono text-[0.8125rem]">{secretPrefix}…</code>
            </dd>
          </div>
          <div>
            <dt className="text-muted text-xs">Made</dt>
            <dd>
              <RelativeTime at={secretMadeAt} />
            </dd>
          </div>
        </dl>
        {overlapUntil ? (
          <Note
            title="The secret before signs as well."
            className="mt-4"
            actions={<Button onClick={() => setDialog("end")}>End overlap now</Button>}
          >
            Until <RelativeTime at={overlapUntil} show="local" /> every request carries both signatures.
          </Note>
        ) : null}
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            aria-disabled={overlapUntil ? true : undefined}
            aria-describedby={overlapUntil ? neededId : undefined}
            onClick={overlapUntil ? undefined : () => setDialog("rotate")}
          >
            Rotate secret
          </Button>
          {overlapUntil ? (
            <span id={neededId} className="text-muted text-xs">
              Possible again after <RelativeTime at={overlapUntil} show="local" />, or once the overlap has
              ended.
            </span>
          ) : null}
        </div>
      </Card>
      <Card>
        <div className="pt-1">
          <Verification />
        </div>
      </Card>
      <RotateSecretDialog {...{ webhookId, url }} open={dialog === "rotate"} onClose={close} />
      <EndOverlapDialog {...{ webhookId, url }} open={dialog === "end"} onClose={close} />
    </div>
  );
}
