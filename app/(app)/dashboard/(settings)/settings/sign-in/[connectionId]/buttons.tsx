"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { type ButtonLook, buttonStyles } from "@/app/_kit/ui/button-styles";
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

type TestLinkProps = Pick<ButtonLook, "variant"> & { href: string; children: ReactNode };

/** Opens a test in another tab; who comes back from it sees its result here. */
export function TestLink({ href, variant, children }: TestLinkProps) {
  const { refresh } = useRouter();
  const [isTesting, setTesting] = useState(false);
  useEffect(() => {
    if (!isTesting) return;
    const onReturn = () => document.visibilityState === "visible" && refresh();
    document.addEventListener("visibilitychange", onReturn);
    return () => document.removeEventListener("visibilitychange", onReturn);
  }, [isTesting, refresh]);
  return (
    // Not the router's link: it leads to another site, and must not be loaded ahead.
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      onClick={() => setTesting(true)}
      className={buttonStyles({ variant })}
    >
      {children}
    </a>
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
