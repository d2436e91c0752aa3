"use client";

import { useRouter } from "next/navigation";
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
      title={`Rotate the secret of ${host}?`}
      confirmLabel="Rotate secret"
      cancelLabel="Keep secret"
      tone={expiresNow ? "danger" : "primary"}
      typedName={expiresNow ? host : undefined}
      onConfirm={rotate}
      error={failure ? <ErrorPanel error={shownError(failure)} /> : null}
    >
      <p>You get a new secret, shown once.</p>
      <div className="mt-3 text-fg">
        <RadioGroup label="Old secret" labelHidden>
          <Radio
            name="old-secret"
            label="Keep the old one valid for 24 hours"
            description="Every request carries both signatures, so nothing is lost while you move your endpoint."
            checked={!expiresNow}
            onChange={() => setExpiresNow(false)}
          />
          <Radio
            name="old-secret"
            label="Expire the old one now"
            description="For a secret that leaked. Your endpoint refuses deliveries until it has the new one."
            checked={expiresNow}
            onChange={() => setExpiresNow(true)}
          />
        </RadioGroup>
      </div>
    </AlertDialog>
  );
}
