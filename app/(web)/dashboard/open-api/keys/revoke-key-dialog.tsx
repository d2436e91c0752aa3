"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { Checkbox } from "@/app/_ui/checkbox";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { UsageEvidence } from "@/app/(web)/dashboard/open-api/usage-evidence";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = {
  id: string;
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Ends a key: shows how much it is used right now, and asks for its name. */
export function RevokeKeyDialog({ id, name, open, onOpenChange }: Props) {
  const t = useTranslations("keys");
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const revoke = useMutation(trpc.apiKeys.revoke.mutationOptions());
  const [pauseWebhooks, setPauseWebhooks] = useState(false);
  const confirm = async () => {
    await revoke.mutateAsync({ id, pauseWebhooks });
    toast.success(t("revoke.done", { name }), { description: t("revoke.doneNote") });
    router.refresh();
  };
  const close = (next: boolean) => {
    if (!next) {
      revoke.reset();
      setPauseWebhooks(false);
    }
    onOpenChange(next);
  };
  return (
    <AlertDialog
      open={open}
      onOpenChange={close}
      title={t("revoke.title", { name })}
      confirmLabel={t("revoke.submit")}
      cancelLabel={t("revoke.keep")}
      typedName={name}
      onConfirm={confirm}
      error={revoke.error ? <ErrorPanel error={shownError(revoke.error)} /> : null}
    >
      <p>{t("revoke.text")}</p>
      {open ? <Evidence id={id} /> : null}
      <Checkbox
        className="mt-3 text-fg"
        label={t("revoke.webhooks")}
        description={t("revoke.webhooksNote")}
        checked={pauseWebhooks}
        onChange={({ target }) => setPauseWebhooks(target.checked)}
      />
    </AlertDialog>
  );
}

/** Asked when the dialog opens: what the page behind it shows may be old. */
function Evidence({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data, error, refetch, isFetching } = useQuery(
    trpc.apiKeys.get.queryOptions({ id }, { staleTime: 0, gcTime: 0 }),
  );
  return <UsageEvidence usage={data} {...{ error, isFetching }} onRetry={() => void refetch()} />;
}
