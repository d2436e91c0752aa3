"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { Radio, RadioGroup } from "@/app/_ui/radio-group";
import { useShowSecret } from "@/app/(web)/dashboard/open-api/webhooks/use-show-secret";
import { hostOf } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import { shownError } from "@/app/(web)/dashboard/shown-error";

const dayInSeconds = 86_400;

type Props = { webhookId: string; url: string; open: boolean; onClose: () => void };

/** Makes a new secret: the old one goes on for a day, or ends now, which asks for the host. */
export function RotateSecretDialog({ webhookId, url, open, onClose }: Props) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const showSecret = useShowSecret();
  // Past the query cache on purpose: the answer holds the secret.
  const calls = useTRPCClient();
  const [expiresNow, setExpiresNow] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const host = hostOf(url);
  const rotate = async () => {
    setFailure(null);
    try {
      const overlapSeconds = expiresNow ? 0 : dayInSeconds;
      showSecret(await calls.webhooks.rotateSecret.mutate({ id: webhookId, overlapSeconds }));
      router.refresh();
    } catch (error) {
      setFailure(error);
      throw error;
    }
  };
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        setFailure(null);
        setExpiresNow(false);
        onClose();
      }}
      title={t("rotate.title", { host })}
      confirmLabel={t("rotate.submit")}
      cancelLabel={t("rotate.keep")}
      tone={expiresNow ? "danger" : "primary"}
      typedName={expiresNow ? host : undefined}
      onConfirm={rotate}
      error={failure ? <ErrorPanel error={shownError(failure)} /> : null}
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
    </AlertDialog>
  );
}
