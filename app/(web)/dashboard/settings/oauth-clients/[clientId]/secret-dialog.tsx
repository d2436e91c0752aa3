"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { ClientEvidence } from "@/app/(web)/dashboard/settings/oauth-clients/[clientId]/client-evidence";
import { useShowSecret } from "@/app/(web)/dashboard/settings/oauth-clients/use-show-secret";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import type { ClientView } from "@/server/oauth/clients/present-client";

/** `replace` ends every earlier secret at once, `rotate` leaves the present one live. */
export type SecretAction = "rotate" | "end-old" | "replace";

type Props = { client: ClientView; action: SecretAction | null; onClose: () => void };

/** Asks before a secret is made or ended, and shows a new one once. */
export function SecretDialog({ client, action, onClose }: Props) {
  const t = useTranslations("clients");
  const router = useRouter();
  const toast = useToast();
  const showSecret = useShowSecret();
  // Past the query cache on purpose: an answer may hold a secret.
  const calls = useTRPCClient();
  const [failure, setFailure] = useState<unknown>(null);
  const [shown, setShown] = useState<SecretAction>("rotate");
  // The dialog keeps its words while it fades.
  if (action && action !== shown) setShown(action);
  const { clientId, name } = client;

  const carryOut = async () => {
    setFailure(null);
    try {
      if (shown === "end-old") {
        await calls.oauthClients.dropPreviousSecret.mutate({ clientId });
        toast.success(t("secretActions.end-old.done"), { description: t("secretActions.end-old.doneNote") });
      } else {
        const keepPrevious = shown === "rotate";
        showSecret(await calls.oauthClients.rotateSecret.mutate({ clientId, keepPrevious }));
      }
      router.refresh();
    } catch (error) {
      setFailure(error);
      throw error;
    }
  };
  return (
    <AlertDialog
      open={action !== null}
      onOpenChange={(open) => {
        if (open) return;
        setFailure(null);
        onClose();
      }}
      title={t(`secretActions.${shown}.title`, { name })}
      confirmLabel={t(`secretActions.${shown}.confirm`)}
      cancelLabel={t(`secretActions.${shown}.keep`)}
      tone={shown === "rotate" ? "primary" : "danger"}
      typedName={shown === "rotate" ? undefined : name}
      onConfirm={carryOut}
      error={failure ? <ErrorPanel error={shownError(failure)} /> : null}
    >
      <Explanation client={client} action={shown} />
      {action && action !== "rotate" ? <ClientEvidence clientId={clientId} /> : null}
    </AlertDialog>
  );
}

function Explanation({ client: { secrets }, action }: { client: ClientView; action: SecretAction }) {
  const t = useTranslations("clients");
  const [newest, old] = secrets;
  switch (action) {
    case "rotate":
      return (
        <p>
          {t("secretActions.rotate.text", { newest: newest?.lastFour ?? "" })}
          {old ? ` ${t("secretActions.rotate.endsOld", { old: old.lastFour })}` : null}
        </p>
      );
    case "end-old":
      return <p>{t("secretActions.end-old.text", { old: old?.lastFour ?? "" })}</p>;
    case "replace":
      return <p>{t("secretActions.replace.text")}</p>;
  }
}
