"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_resource/confirm-action";
import { useTRPCClient } from "@/app/_trpc/client";
import type { OwnLeave } from "@/app/(web)/dashboard/leaves/own-leave";
import { useLeaveDates } from "@/app/(web)/dashboard/leaves/use-leave-dates";

/** "Cancel leave", which asks first. */
export function CancelLeave({ leave }: { leave: OwnLeave }) {
  const t = useTranslations("leaves.cancel");
  const dates = useLeaveDates();
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "secondary" }}
      title={t("title")}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      act={async () => {
        await calls.leaves.cancel.mutate({ id: leave.id });
        return { told: t("done") };
      }}
    >
      <p>{t("text", { dates: dates(leave), days: leave.durationWorkingDays })}</p>
    </ConfirmButton>
  );
}
