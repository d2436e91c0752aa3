"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { Card } from "@/app/_kit/ui/card";
import { Field } from "@/app/_kit/ui/field";
import { Textarea } from "@/app/_kit/ui/textarea";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { limits } from "@/drizzle/schema/limits";
import type { AppRouter } from "@/server/api/trpc";

type Credit = inferRouterOutputs<AppRouter>["credits"]["toDecide"][number];

/** Credits that people ask for. They are decided one by one. */
export function CreditsToDecide({ credits }: { credits: readonly Credit[] }) {
  const t = useTranslations("approvals.credits");
  return (
    <Card title={t("title")} titleId="credits-title" className="mb-4">
      <ResourceList
        caption={t("title")}
        columnsFrom={46}
        columns={useColumns()}
        rows={credits}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}

function useColumns(): ListColumn<Credit>[] {
  const t = useTranslations("approvals.credits");
  const dates = useLeaveDates();
  return [
    {
      label: t("columns.who"),
      header: true,
      cell: ({ userName, source, reason }) => (
        <>
          {userName}
          <span className="block font-normal text-muted wrap-anywhere">
            {t("why", { source: t(`sources.${source}`), reason })}
          </span>
        </>
      ),
    },
    { label: t("columns.what"), cell: ({ days, typeName }) => t("amount", { days, type: typeName }) },
    { label: t("columns.from"), cell: ({ earnedOn: day }) => dates({ startDate: day, endDate: day }) },
    {
      label: t("columns.until"),
      cell: ({ expiresOn: day }) => (day === null ? t("never") : dates({ startDate: day, endDate: day })),
    },
    {
      label: t("columns.actions"),
      cell: (credit) => (
        <span className="flex flex-wrap gap-2">
          <Decide credit={credit} action="approve" />
          <Decide credit={credit} action="deny" />
        </span>
      ),
    },
  ];
}

/** "Approve" or "Deny", with a reason that the person sees. */
function Decide({ credit: { id, version }, action }: { credit: Credit; action: "approve" | "deny" }) {
  const t = useTranslations("approvals.credits");
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const [reason, setReason] = useState("");
  return (
    <ConfirmButton
      label={t(`${action}.button`)}
      button={{ variant: action === "approve" ? "primary" : "secondary", size: "sm" }}
      {...(action === "approve" && { tone: "primary" })}
      title={t(`${action}.title`)}
      confirmLabel={t(`${action}.button`)}
      cancelLabel={t("cancel")}
      onClose={() => setReason("")}
      act={async () => {
        const answer = { id, version, action, reason: reason.trim() || undefined };
        await calls.credits.answer.mutate({ attempt: attemptOf(answer), ...answer });
        return { message: t(`${action}.done`) };
      }}
    >
      <Field label={t("reason")} help={t("reasonHelp")} optional>
        <Textarea
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          maxLength={limits.adjustmentNote}
        />
      </Field>
    </ConfirmButton>
  );
}
