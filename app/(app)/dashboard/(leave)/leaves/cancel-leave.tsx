"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Field } from "@/app/_kit/ui/field";
import { Textarea } from "@/app/_kit/ui/textarea";
import { useTRPCClient } from "@/app/_trpc/client";
import type { LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { limits } from "@/drizzle/schema/limits";

type Props = {
  leave: Pick<LeaveDetails, "id" | "startDate" | "endDate" | "durationWorkingDays" | "isOwn"> & {
    person: { name: string };
  };
};

/** "Cancel leave", which asks first. A manager may give a reason. */
export function CancelLeave({ leave }: Props) {
  const t = useTranslations("leaves.cancel");
  const dates = useLeaveDates();
  const calls = useTRPCClient();
  const [reason, setReason] = useState("");
  const { name } = leave.person;
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "secondary" }}
      title={t("title")}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      onClose={() => setReason("")}
      act={async () => {
        const decision = reason.trim() ? { reason } : undefined;
        await calls.leaves.cancel.mutate({ id: leave.id, decision });
        return { message: t("done") };
      }}
    >
      <p>
        {t(leave.isOwn ? "text" : "textOther", {
          dates: dates(leave),
          days: leave.durationWorkingDays,
          name,
        })}
      </p>
      {leave.isOwn ? null : (
        <Field label={t("reason")} help={t("reasonHelp", { name })} optional>
          <Textarea
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            maxLength={limits.reason}
          />
        </Field>
      )}
    </ConfirmButton>
  );
}
