"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { Note } from "@/app/_kit/ui/note";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { useShowSecret } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/use-show-secret";
import { Verification } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/verification";
import type { WebhookView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { hostOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";

const dayInSeconds = 86_400;

type RotateSecretDialogProps = { webhookId: string; url: string; open: boolean; onClose: () => void };

/** Creates a new secret. The old one stays valid for a day, or ends now, which asks for the host. */
function RotateSecretDialog({ webhookId, url, open, onClose }: RotateSecretDialogProps) {
  const t = useTranslations("webhooks");
  const showSecret = useShowSecret();
  const calls = useTRPCClient();
  const [expiresNow, setExpiresNow] = useState(false);
  const host = hostOf(url);
  return (
    <ConfirmAction
      open={open}
      onClose={() => {
        setExpiresNow(false);
        onClose();
      }}
      title={t("rotate.title", { host })}
      confirmLabel={t("rotate.submit")}
      cancelLabel={t("rotate.keep")}
      tone={expiresNow ? "danger" : "primary"}
      typedName={expiresNow ? host : undefined}
      act={async () => {
        const overlapSeconds = expiresNow ? 0 : dayInSeconds;
        showSecret(await calls.webhooks.rotateSecret.mutate({ id: webhookId, overlapSeconds }));
        return undefined;
      }}
    >
      <p>{t("rotate.text")}</p>
      <div className="mt-3 text-fg">
        <RadioGroup label={t("rotate.old")} labelHidden>
          <Radio
            name="old-secret"
            label={t("rotate.keepOld")}
            description={t("rotate.keepOldText")}
            checked={!expiresNow}
            onChange={() => setExpiresNow(false)}
          />
          <Radio
            name="old-secret"
            label={t("rotate.expire")}
            description={t("rotate.expireText")}
            checked={expiresNow}
            onChange={() => setExpiresNow(true)}
          />
        </RadioGroup>
      </div>
    </ConfirmAction>
  );
}

type Props = { webhookId: string; url: string; open: boolean; onClose: () => void };

/** Revokes the old secret before its expiry; the new one stays. */
function EndOverlapDialog({ webhookId, url, open, onClose }: Props) {
  const t = useTranslations("webhooks");
  const calls = useTRPCClient();
  return (
    <ConfirmAction
      open={open}
      onClose={onClose}
      title={t("overlap.title")}
      confirmLabel={t("overlap.submit")}
      cancelLabel={t("overlap.keep")}
      typedName={hostOf(url)}
      act={async () => {
        await calls.webhooks.endOverlap.mutate({ id: webhookId });
        return { message: t("overlap.done"), note: t("overlap.doneNote") };
      }}
    >
      <p>{t("overlap.text")}</p>
    </ConfirmAction>
  );
}

/** The tab "Secret": the signing secret, its age, and its rotation without an outage. */
export function WebhookSecret({ webhook }: { webhook: WebhookView }) {
  const t = useTranslations("webhooks");
  const { webhookId, url, secretPrefix, secretMadeAt, overlapUntil, status } = webhook;
  const [dialog, setDialog] = useState<"rotate" | "end" | null>(null);
  const close = () => setDialog(null);
  const neededId = "rotate-needed";
  if (status === "revoked") return <p className="text-muted">{t("secret.revoked")}</p>;
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <Card title={t("secret.title")} titleId="secret-heading" description={t("secret.text")}>
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <div>
            <dt className="text-muted text-xs">{t("secret.secret")}</dt>
            <dd>
              <code className="font-mono text-[0.8125rem]">{secretPrefix}…</code>
            </dd>
          </div>
          <div>
            <dt className="text-muted text-xs">{t("secret.made")}</dt>
            <dd>
              <RelativeTime at={secretMadeAt} />
            </dd>
          </div>
        </dl>
        {overlapUntil ? (
          <Note
            title={t("secret.before")}
            className="mt-4"
            actions={<Button onClick={() => setDialog("end")}>{t("secret.endNow")}</Button>}
          >
            {t.rich("secret.beforeText", { at: () => <RelativeTime at={overlapUntil} show="local" /> })}
          </Note>
        ) : null}
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            aria-disabled={overlapUntil ? true : undefined}
            aria-describedby={overlapUntil ? neededId : undefined}
            onClick={overlapUntil ? undefined : () => setDialog("rotate")}
          >
            {t("secret.rotate")}
          </Button>
          {overlapUntil ? (
            <span id={neededId} className="text-muted text-xs">
              {t.rich("secret.again", { at: () => <RelativeTime at={overlapUntil} show="local" /> })}
            </span>
          ) : null}
        </div>
      </Card>
      <Card>
        <div className="pt-1">
          <Verification t={t} />
        </div>
      </Card>
      <RotateSecretDialog {...{ webhookId, url }} open={dialog === "rotate"} onClose={close} />
      <EndOverlapDialog {...{ webhookId, url }} open={dialog === "end"} onClose={close} />
    </div>
  );
}
