"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { DataTable } from "@/app/_kit/ui/data-table";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { ClientEvidence } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/[clientId]/client-evidence";
import { useShowSecret } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/use-show-secret";
import type { ClientView } from "@/server/oauth/clients/present-client";

/** `replace` revokes all earlier secrets at once, `rotate` leaves the current one active. */
type SecretAction = "rotate" | "end-old" | "replace";

type Props = { client: ClientView; action: SecretAction | null; onClose: () => void };

/** Asks before creating or revoking a secret, and shows a new one once. */
function SecretDialog({ client, action, onClose }: Props) {
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

/** The active secrets, at most two, and how to switch a server to the new one without an outage. */
export function Secrets({ client }: { client: ClientView }) {
  const t = useTranslations("clients");
  const [action, setAction] = useState<SecretAction | null>(null);
  const hasTwo = client.secrets.length > 1;
  return (
    <Card title={t("secrets.title")} titleId="client-secrets" description={t("secrets.text")}>
      <DataTable
        caption={t("secrets.caption")}
        rows={client.secrets.map((secret, place) => ({ ...secret, isNewest: place === 0 }))}
        rowKey={({ createdAt, lastFour }) => `${createdAt.toISOString()} ${lastFour}`}
        columns={[
          {
            label: t("secrets.secret"),
            header: true,
            cell: ({ lastFour }) => <code className="font-mono text-[0.8125rem]">…{lastFour}</code>,
          },
          { label: t("secrets.created"), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          {
            label: t("secrets.status"),
            cell: ({ isNewest }) =>
              isNewest ? (
                <Badge tone="success">{t("secrets.live")}</Badge>
              ) : (
                <Badge tone="warning">{t("secrets.old")}</Badge>
              ),
          },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setAction("rotate")}>{t("secrets.rotate")}</Button>
        {hasTwo ? <Button onClick={() => setAction("end-old")}>{t("secrets.endOld")}</Button> : null}
        <Button variant="ghost" onClick={() => setAction("replace")}>
          {t("secrets.leaked")}
        </Button>
      </div>
      <SecretDialog client={client} action={action} onClose={() => setAction(null)} />
    </Card>
  );
}
