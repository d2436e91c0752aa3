"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { UsageEvidence } from "@/app/(web)/dashboard/open-api/usage-evidence";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import type { LegacyKeyView } from "@/server/modules/legacy-keys/present";

type Props = { view: LegacyKeyView; open: boolean; onOpenChange: (open: boolean) => void };

/** Deletes a v1 key: there is no way back, not even by importing it again. */
export function DeleteLegacyKeyDialog({ view, open, onOpenChange }: Props) {
  const t = useTranslations("legacy");
  const router = useRouter();
  const toast = useToast();
  const remove = useMutation(useTRPC().legacyKeys.delete.mutationOptions());
  const confirm = async () => {
    await remove.mutateAsync({ id: view.id });
    toast.success(t("done", { name: view.masked }), { description: t("doneNote") });
    router.refresh();
  };
  const close = (next: boolean) => {
    if (!next) remove.reset();
    onOpenChange(next);
  };
  return (
    <AlertDialog
      open={open}
      onOpenChange={close}
      title={t("deleteTitle", { name: view.masked })}
      confirmLabel={t("submit")}
      cancelLabel={t("keep")}
      typedName={view.lastFour}
      onConfirm={confirm}
      error={remove.error ? <ErrorPanel error={shownError(remove.error)} /> : null}
    >
      <p>{t("text")}</p>
      {open ? <Evidence id={view.id} /> : null}
    </AlertDialog>
  );
}

function Evidence({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data, error, refetch, isFetching } = useQuery(
    trpc.legacyKeys.list.queryOptions(undefined, { staleTime: 0, gcTime: 0 }),
  );
  return (
    <UsageEvidence
      usage={data?.find((key) => key.id === id)}
      {...{ error, isFetching }}
      onRetry={() => void refetch()}
    />
  );
}
