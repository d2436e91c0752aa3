"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { useTRPCClient } from "@/app/_trpc/client";
import { ClientEvidence } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/[clientId]/client-evidence";
import { useShowSecret } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/use-show-secret";
import type { ClientView } from "@/server/oauth/clients/present-client";

/** `replace` revokes all earlier secrets at once, `rotate` leaves the current one active. */
export type SecretAction = "rotate" | "end-old" | "replace";

type Props = { client: ClientView; action: SecretAction | null; onClose: () => void };

/** Asks before creating or revoking a secret, and shows a new one once. */
export function SecretDialog({ client, action, onClose }: Props) {
  const t = useTranslations("clients");
  const showSecret = useShowSecret();
  const calls = useTRPCClient();
  const [shown, setShown] = useState<SecretAction>("rotate");
  // The dialog keeps its text while it fades out.
  if (action && action !== shown) setShown(action);
  const { clientId, name } = client;

  const carryOut = async () => {
    if (shown === "end-old") {
      await calls.oauthClients.dropPreviousSecret.mutate({ clientId });
      return { message: t("secretActions.end-old.done"), note: t("secretActions.end-old.doneNote") };
    }
    const keepPrevious = shown === "rotate";
    showSecret(await calls.oauthClients.rotateSecret.mutate({ clientId, keepPrevious }));
    return undefined;
  };
  return (
    <ConfirmAction
      open={action !== null}
      onClose={onClose}
      title={t(`secretActions.${shown}.title`, { name })}
      confirmLabel={t(`secretActions.${shown}.confirm`)}
      cancelLabel={t(`secretActions.${shown}.keep`)}
      tone={shown === "rotate" ? "primary" : "danger"}
      typedName={shown === "rotate" ? undefined : name}
      act={carryOut}
    >
      <Explanation client={client} action={shown} />
      {shown !== "rotate" ? <ClientEvidence clientId={clientId} /> : null}
    </ConfirmAction>
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
