"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { useOlder } from "@/app/_kit/list/use-older";
import { Badge } from "@/app/_kit/ui/badge";
import { Card } from "@/app/_kit/ui/card";
import { Field } from "@/app/_kit/ui/field";
import { Textarea } from "@/app/_kit/ui/textarea";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { limits } from "@/drizzle/schema/limits";
import type { AppRouter } from "@/server/api/trpc";
import { amountIn } from "@/server/kernel/time/amount";

type Listed = inferRouterOutputs<AppRouter>["credits"]["list"];
type Credit = Listed["items"][number];

type Props = {
  userId: string;
  initial: Listed;
  isOwn: boolean;
  leads: boolean;
  /** By leave type that is shown in hours. */
  hoursPerDay: Readonly<Record<string, number>>;
};

/** The credits of a person in any status, newest first. */
export function Credits(props: Props) {
  // New and decided credits arrive with the page.
  const key = props.initial.items.map(({ id, status }) => `${id} ${status}`).join();
  return <Rows key={key} {...props} />;
}

function Rows({ userId, initial, ...shown }: Props) {
  const t = useTranslations("balances.credits");
  const client = useTRPCClient();
  const { items, older } = useOlder(initial, (after) => client.credits.list.query({ userId, after }));
  return (
    <Card title={t("title")} titleId="credits-title" description={t("text")}>
      <ResourceList
        caption={t("title")}
        columnsFrom={46}
        columns={useColumns(shown)}
        rows={items}
        rowKey={({ id }) => id}
        older={older}
      />
    </Card>
  );
}

const tones = { OPEN: "accent", APPROVED: "success", DENIED: "danger", CANCELLED: "neutral" } as const;

function useColumns({ isOwn, leads, hoursPerDay }: Omit<Props, "userId" | "initial">): ListColumn<Credit>[] {
  const t = useTranslations("balances.credits");
  const sources = useTranslations("balances.credit.sources");
  const dates = useLeaveDates();
  const dateOf = (date: string) => dates({ startDate: date, endDate: date });
  const isOpenTo = ({ status }: Credit) =>
    (status === "OPEN" && (isOwn || leads)) || (status === "APPROVED" && leads);
  const columns: ListColumn<Credit>[] = [
    {
      label: t("columns.what"),
      header: true,
      cell: ({ days, leaveTypeId, leaveTypeName, source, reason }) => (
        <>
          {t("amount", {
            ...amountIn(days, hoursPerDay[leaveTypeId ?? ""] ?? null),
            type: leaveTypeName ?? t("hidden"),
          })}
          <span className="block font-normal text-muted wrap-anywhere">
            {reason ? `${sources(source)}: ${reason}` : sources(source)}
          </span>
        </>
      ),
    },
    { label: t("columns.from"), cell: ({ earnedOn }) => dateOf(earnedOn) },
    {
      label: t("columns.until"),
      cell: ({ expiresOn }) => (expiresOn === null ? t("never") : dateOf(expiresOn)),
    },
    {
      label: t("columns.state"),
      cell: ({ status, decisionReason }) => (
        <>
          <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>
          {decisionReason ? (
            <span className="block text-muted text-xs wrap-anywhere">{decisionReason}</span>
          ) : null}
        </>
      ),
    },
  ];
  if (!isOwn && !leads) return columns;
  const actions: ListColumn<Credit> = {
    label: t("columns.actions"),
    cell: (row) => (isOpenTo(row) ? <CancelCredit credit={row} /> : null),
  };
  return [...columns, actions];
}

/** "Cancel", with a reason. */
function CancelCredit({ credit: { id, version } }: { credit: Credit }) {
  const t = useTranslations("balances.credits.cancel");
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const [reason, setReason] = useState("");
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "secondary", size: "sm" }}
      title={t("title")}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      onClose={() => setReason("")}
      act={async () => {
        const answer = { id, version, action: "cancel" as const, reason: reason.trim() || undefined };
        await calls.credits.answer.mutate({ attempt: attemptOf(answer), ...answer });
        return { message: t("done") };
      }}
    >
      <p>{t("text")}</p>
      <Field label={t("reason")} optional>
        <Textarea
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          maxLength={limits.adjustmentNote}
        />
      </Field>
    </ConfirmButton>
  );
}
