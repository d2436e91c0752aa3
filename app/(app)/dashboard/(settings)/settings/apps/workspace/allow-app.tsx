"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useErrorToast } from "@/app/_kit/form/use-error-toast";
import { Button } from "@/app/_kit/ui/button";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useSending } from "@/app/_trpc/use-sending";
import type { WorkspaceApp } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/workspace-app";
import type { AppsPolicy } from "@/drizzle/schema/values";

/** Adds an app to the allow list. */
export function AllowApp({ app: { clientId, shown } }: { app: WorkspaceApp }) {
  const t = useTranslations("apps.workspace");
  const calls = useTRPCClient();
  const router = useRouter();
  const toast = useToast();
  const tellError = useErrorToast();
  const { run, isPending } = useSending(() => calls.workspaceApps.allow.mutate({ clientId }));
  const allow = async () => {
    try {
      await run();
      toast.success(t("allow.done", { name: shown }));
      router.refresh();
    } catch (error) {
      tellError(error, t("allow.failed", { name: shown }));
    }
  };
  return (
    <Button
      size="sm"
      pending={isPending}
      aria-label={t("allow.of", { name: shown })}
      onClick={() => void allow()}
    >
      {t("allow.submit")}
    </Button>
  );
}

/** Removes an app from the allow list, after explaining the effect. */
export function DisallowApp({ app, policy }: { app: WorkspaceApp; policy: AppsPolicy }) {
  const t = useTranslations("apps.workspace");
  const calls = useTRPCClient();
  const { clientId, shown: name, peopleCount: count } = app;
  return (
    <ConfirmButton
      button={{ size: "sm", variant: "secondary", "aria-label": t("disallow.of", { name }) }}
      title={t("disallow.title", { name })}
      confirmLabel={t("disallow.submit")}
      cancelLabel={t("disallow.keep")}
      tone={policy === "ANY" ? "primary" : undefined}
      act={async () => {
        const { endedCount } = await calls.workspaceApps.disallow.mutate({ clientId });
        return { message: t("disallow.done", { name }), note: t("ended", { count: endedCount }) };
      }}
    >
      <p>{policy === "ANY" ? t("disallow.ANY") : t("disallow.LISTED", { count })}</p>
    </ConfirmButton>
  );
}
