"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { useTRPCClient } from "@/app/_trpc/client";
import type { WorkspaceApp } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/workspace-app";
import type { AppsPolicy } from "@/drizzle/schema/values";

/** Adds an app to the allow list. */
export function AllowApp({ app: { clientId, shown } }: { app: WorkspaceApp }) {
  const t = useTranslations("apps.workspace");
  const calls = useTRPCClient();
  const { send, isPending } = useCall(calls.workspaceApps.allow.mutate, {
    done: () => t("allow.done", { name: shown }),
    refreshes: true,
    errorToast: t("allow.failed", { name: shown }),
  });
  return (
    <Button
      size="sm"
      pending={isPending}
      aria-label={t("allow.of", { name: shown })}
      onClick={() => void send({ clientId })}
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
