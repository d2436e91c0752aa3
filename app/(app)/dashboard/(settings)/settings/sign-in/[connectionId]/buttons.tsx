"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";
import { paths } from "@/app/paths";

type Props = { id: string; name: string };

/** Offers a tested connection on the sign-in page. */
export function ActivateButton({ id, name }: Props) {
  const t = useTranslations("connections.detail");
  const calls = useTRPCClient();
  const { send, error, isPending } = useCall(() => calls.connections.activate.mutate({ id }), {
    done: () => t("activated", { name }),
    refreshes: true,
  });
  return (
    <>
      {error ? <ErrorPanel error={error} /> : null}
      <Button variant="primary" pending={isPending} onClick={() => void send()}>
        {t("activate")}
      </Button>
    </>
  );
}

export function PauseButton({ id, name }: Props) {
  const t = useTranslations("connections.detail");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      title={t("pauseTitle", { name })}
      confirmLabel={t("pause")}
      cancelLabel={t("keep")}
      tone="primary"
      act={async () => {
        await calls.connections.pause.mutate({ id });
        return { message: t("paused", { name }) };
      }}
    >
      <p>{t("pauseText")}</p>
    </ConfirmButton>
  );
}

export function DeleteButton({ id, name }: Props) {
  const t = useTranslations("connections.detail");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      title={t("deleteTitle", { name })}
      confirmLabel={t("delete")}
      cancelLabel={t("keepIt")}
      typedName={name}
      act={async () => {
        await calls.connections.delete.mutate({ id });
        return { message: t("deleted", { name }), goTo: paths.signIn, replace: true };
      }}
    >
      <p>{t("deleteText")}</p>
    </ConfirmButton>
  );
}
