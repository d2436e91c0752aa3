"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_resource/confirm-action";
import { useTRPCClient } from "@/app/_trpc/client";
import { VisuallyHidden } from "@/app/_ui/visually-hidden";
import type { StandIn } from "@/app/(web)/dashboard/settings/stand-ins/(list)/stand-ins-table";

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
