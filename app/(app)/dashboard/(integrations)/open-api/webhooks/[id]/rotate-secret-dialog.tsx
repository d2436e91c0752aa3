"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { useTRPCClient } from "@/app/_trpc/client";
import { useShowSecret } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/use-show-secret";
import { hostOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";

const dayInSeconds = 86_400;

type Props = { webhookId: string; url: string; open: boolean; onClose: () => void };

/** Creates a new secret. The old one stays valid for a day, or ends now, which asks for the host. */
export function RotateSecretDialog({ webhookId, url, open, onClose }: Props) {
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
