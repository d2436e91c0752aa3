"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { Badge } from "@/app/_kit/ui/badge";
import { DateField } from "@/app/_kit/ui/date-field";
import { Field } from "@/app/_kit/ui/field";
import { Textarea } from "@/app/_kit/ui/textarea";
import { useTRPCClient } from "@/app/_trpc/client";
import { ListCard } from "@/app/(app)/dashboard/(leave)/balances/list-card";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { limits } from "@/drizzle/schema/limits";
import { isEffective } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";
import { amountIn } from "@/server/kernel/time/amount";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Listed = inferRouterOutputs<AppRouter>["credits"]["list"];
type Credit = Listed["items"][number];

type Props = {
  userId: string;
  initial: Listed;
  isOwn: boolean;
  leads: boolean;
  /** By leave type that is shown in hours. */
  hoursPerDay: Readonly<Record<string, number>>;
  /** Of the person's day. */
  dayHours: number | null;
};

/** The credits of a person in any status, newest first. */
export function Credits({ userId, initial, ...shown }: Props) {
  const t = useTranslations("balances.credits");
  const client = useTRPCClient();
  return (
    <ListCard
      name="credits"
      title={t("title")}
      text={t("text")}
      columnsFrom={46}
      columns={useColumns(shown)}
      initial={initial}
      ask={(after) => client.credits.list.query({ userId, after })}
      stampOf={({ id, version }) => `${id} ${version}`}
    />
  );
}

const tones = {
  OPEN: "accent",
  APPROVED: "success",
  DENIED: "danger",
  CANCELLED: "neutral",
  EXPIRED: "neutral",
} as const;

function useColumns({
  isOwn,
  leads,
  hoursPerDay,
  dayHours,
}: Omit<Props, "userId" | "initial">): ListColumn<Credit>[] {
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
            ...amountIn(days, hoursPerDay[leaveTypeId ?? ""] ?? null, dayHours),
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
      cell: ({ status, expiresOn, decisionReason, hasExpired }) => (
        <>
          {hasExpired ? (
            <Badge tone={tones.EXPIRED}>{t("statuses.EXPIRED")}</Badge>
          ) : (
            <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>
          )}
          {hasExpired && expiresOn !== null ? (
            <span className="block text-muted text-xs">{t("lost", { date: dateOf(expiresOn) })}</span>
          ) : null}
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
    cell: (row) => (
      <span className="flex flex-wrap gap-2">
        {leads && isRunning(row) ? <ChangeExpiry credit={row} /> : null}
        {isOpenTo(row) ? <CancelCredit credit={row} /> : null}
      </span>
    ),
  };
  return [...columns, actions];
}

/** Whether a credit may get another expiry: not once its last day is over. */
const isRunning = ({ status, hasExpired }: Credit): boolean => isEffective(status) && !hasExpired;

/** "Change expiry": another last day, or none. */
function ChangeExpiry({ credit: { id, version, expiresOn } }: { credit: Credit }) {
  const t = useTranslations("balances.credits.expiry");
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const [until, setUntil] = useState(expiresOn ?? "");
  const [isWrong, setWrong] = useState(false);
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "secondary", size: "sm" }}
      tone="primary"
      title={t("title")}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      onClose={() => {
        setUntil(expiresOn ?? "");
        setWrong(false);
      }}
      check={() => {
        const isRight = until === "" || isCalendarDate(until);
        setWrong(!isRight);
        return isRight;
      }}
      act={async () => {
        const change = { id, version, patch: { expiresOn: until || null } };
        await calls.credits.update.mutate({ attempt: attemptOf(change), ...change });
        return { message: t("done") };
      }}
    >
      <p>{t("text")}</p>
      <DateField
        label={t("until")}
        help={t("untilHelp")}
        error={isWrong ? t("wrong") : undefined}
        optional
        value={until}
        onChange={setUntil}
      />
    </ConfirmButton>
  );
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
