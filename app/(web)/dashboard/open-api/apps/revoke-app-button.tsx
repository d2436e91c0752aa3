"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = {
  clientId: string;
  name: string;
  /** Tells apps of the same name apart. */
  registeredAt: Date | null;
};

/** Disconnects an app, after saying what that does. */
export function RevokeAppButton({ clientId, name, registeredAt }: Props) {
  const t = useTranslations("apps");
  const format = useFormatter();
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const revoke = useMutation(useTRPC().connectedApps.revoke.mutationOptions());
  const confirm = async () => {
    await revoke.mutateAsync({ clientId });
    toast.success(t("revoke.done", { name }), { description: t("revoke.doneNote") });
    router.refresh();
  };
  const close = (next: boolean) => {
    if (!next) revoke.reset();
    setOpen(next);
  };
  const which = registeredAt
    ? t("revoke.ofRegistered", {
        name,
        day: format.dateTime(registeredAt, { dateStyle: "medium", timeZone: "UTC" }),
      })
    : t("revoke.of", { name });
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} aria-label={which}>
        {t("revoke.submit")}
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={close}
        title={t("revoke.title", { name })}
        confirmLabel={t("revoke.submit")}
        cancelLabel={t("revoke.keep")}
        onConfirm={confirm}
        error={revoke.error ? <ErrorPanel error={shownError(revoke.error)} /> : null}
      >
        <p>{t("revoke.text")}</p>
        <p className="mt-2">{t("revoke.otherwise")}</p>
      </AlertDialog>
    </>
  );
}
