"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import { useTRPCClient } from "@/app/_trpc/client";
import type { StandIn } from "@/app/(app)/dashboard/(settings)/settings/stand-ins/(list)/stand-ins-table";

/** "End", which asks first. */
export function EndStandIn({ standIn: { id, standInName, userName } }: { standIn: StandIn }) {
  const t = useTranslations("settings.standIns.end");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      label={
        <>
          <span aria-hidden>{t("button")}</span>
          <VisuallyHidden>{t("of", { name: standInName })}</VisuallyHidden>
        </>
      }
      button={{ variant: "secondary", size: "sm" }}
      title={t("title")}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      act={async () => {
        await calls.delegations.end.mutate({ id });
        return { message: t("done") };
      }}
    >
      <p>{t("text", { standIn: standInName, approver: userName })}</p>
    </ConfirmButton>
  );
}
