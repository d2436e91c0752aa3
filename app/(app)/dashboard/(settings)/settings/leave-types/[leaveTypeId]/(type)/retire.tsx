"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Card } from "@/app/_kit/ui/card";
import { useTRPCClient } from "@/app/_trpc/client";
import type { LeaveType } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/(type)/edit-type";

/** Retires or restores a leave type. It is never deleted: past leave refers to it. */
export function Retire({ type: { id, name, isActive } }: { type: LeaveType }) {
  const t = useTranslations("policies");
  const calls = useTRPCClient();
  const way = isActive ? "retire" : "reuse";
  return (
    <Card title={t(`${way}.title`)} titleId="retire-heading" description={t(`${way}.text`)}>
      <ConfirmButton
        tone="primary"
        button={{ variant: "secondary" }}
        title={t(`${way}.question`, { name })}
        confirmLabel={t(`${way}.confirm`)}
        cancelLabel={t("keep")}
        act={async () => {
          await calls.leaveTypes.update.mutate({ id, patch: { isActive: !isActive } });
          return { message: t(`${way}.done`, { name }) };
        }}
      >
        <p>{t(`${way}.text`)}</p>
      </ConfirmButton>
    </Card>
  );
}
