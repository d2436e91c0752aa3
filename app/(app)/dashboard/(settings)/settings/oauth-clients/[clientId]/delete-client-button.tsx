"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useTRPCClient } from "@/app/_trpc/client";
import { ClientEvidence } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/[clientId]/client-evidence";
import { paths } from "@/app/paths";

/** Deletes a client: shows how many users have connected it, and asks for its name. */
export function DeleteClientButton({ clientId, name }: { clientId: string; name: string }) {
  const t = useTranslations("clients");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      title={t("delete.title", { name })}
      confirmLabel={t("delete.submit")}
      cancelLabel={t("delete.keep")}
      typedName={name}
      act={async () => {
        await calls.oauthClients.delete.mutate({ clientId });
        return {
          message: t("delete.done", { name }),
          note: t("delete.doneNote"),
          goTo: paths.oauthClients,
          replace: true,
        };
      }}
    >
      <p>{t("delete.text")}</p>
      <ClientEvidence clientId={clientId} />
    </ConfirmButton>
  );
}
