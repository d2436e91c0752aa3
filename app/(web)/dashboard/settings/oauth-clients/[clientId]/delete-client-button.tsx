"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { paths } from "@/app/(web)/dashboard/paths";
import { ClientEvidence } from "@/app/(web)/dashboard/settings/oauth-clients/[clientId]/client-evidence";
import { shownError } from "@/app/(web)/dashboard/shown-error";

/** Ends a client: shows how many people have it connected, and asks for its name. */
export function DeleteClientButton({ clientId, name }: { clientId: string; name: string }) {
  const t = useTranslations("clients");
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const remove = useMutation(useTRPC().oauthClients.delete.mutationOptions());
  const confirm = async () => {
    await remove.mutateAsync({ clientId });
    toast.success(t("delete.done", { name }), { description: t("delete.doneNote") });
    router.replace(paths.oauthClients);
  };
  const close = (next: boolean) => {
    if (!next) remove.reset();
    setOpen(next);
  };
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t("delete.submit")}
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={close}
        title={t("delete.title", { name })}
        confirmLabel={t("delete.submit")}
        cancelLabel={t("delete.keep")}
        typedName={name}
        onConfirm={confirm}
        error={remove.error ? <ErrorPanel error={shownError(remove.error)} /> : null}
      >
        <p>{t("delete.text")}</p>
        {open ? <ClientEvidence clientId={clientId} /> : null}
      </AlertDialog>
    </>
  );
}
