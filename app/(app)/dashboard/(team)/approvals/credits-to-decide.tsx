"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { usePageKeys } from "@/app/_kit/page/shortcuts";
import { Named } from "@/app/_kit/ui/avatar";
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
  usePageKeys({ a: () => ask("approve"), d: () => ask("deny") });
  return (
    <section aria-labelledby="credits-title" className="mb-6">
      <h2 id="credits-title" className="mb-2 font-semibold text-base">
        {t("title")}
      </h2>
      <ResourceList
        caption={t("title")}
        columnsFrom={40}
        columns={useColumns()}
        rows={credits}
        rowKey={({ id }) => id}
      />
    </section>
  );
}

type Action = "approve" | "deny";

/** Opens the question of the row that has the focus. @returns whether a credit has it */
function ask(action: Action): boolean {
  const row = document.activeElement?.closest("main [data-row]");
  const button = row?.querySelector<HTMLButtonElement>(`[data-decide="${action}"] button`);
  button?.click();
  return Boolean(button);
}

function useColumns(): ListColumn<Credit>[] {
  const t = useTranslations("approvals.credits");
  const dates = useLeaveDates();
  return [
    {
      label: t("columns.who"),
      header: true,
      className: "align-top cards:font-normal",
      cell: ({ userName, source, reason, days, typeName }) => (
        <Named isBlock name={userName}>
          <span className="font-medium wrap-anywhere">{userName}</span>
          <span className="block font-normal text-muted wrap-anywhere">
            {t("amount", { days, type: typeName })}
          </span>
          <span className="block font-normal text-muted wrap-anywhere">
            {t("why", { source: t(`sources.${source}`), reason })}
          </span>
        </Named>
      ),
    },
    {
      label: t("columns.from"),
      className: "align-top",
      cell: ({ earnedOn: day }) => dates({ startDate: day, endDate: day }),
    },
    {
      label: t("columns.until"),
      className: "align-top",
      cell: ({ expiresOn: day }) => (day === null ? t("never") : dates({ startDate: day, endDate: day })),
    },
    {
      label: t("columns.actions"),
      bare: true,
      className: "align-top",
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
function Decide({ credit: { id, version }, action }: { credit: Credit; action: Action }) {
  const t = useTranslations("approvals.credits");
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const [reason, setReason] = useState("");
  return (
    <span data-decide={action}>
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
    </span>
  );
}
