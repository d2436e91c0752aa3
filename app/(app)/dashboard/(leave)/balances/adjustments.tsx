"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { Badge } from "@/app/_kit/ui/badge";
import { Field } from "@/app/_kit/ui/field";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { Textarea } from "@/app/_kit/ui/textarea";
import { useTRPCClient } from "@/app/_trpc/client";
import { ListCard } from "@/app/(app)/dashboard/(leave)/balances/list-card";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { limits } from "@/drizzle/schema/limits";
import type { AppRouter } from "@/server/api/trpc";
import { amountIn } from "@/server/kernel/time/amount";

type Listed = inferRouterOutputs<AppRouter>["entitlements"]["list"];
type Adjustment = Listed["items"][number];

type Props = {
  userId: string;
  initial: Listed;
  leads: boolean;
  /** By leave type that is shown in hours. */
  hoursPerDay: Readonly<Record<string, number>>;
  /** Of the person's day. */
  dayHours: number | null;
};

/** Manual adjustments and their authors, newest first. */
export function Adjustments({ userId, initial, leads, ...lengths }: Props) {
  const t = useTranslations("balances.adjustments");
  const client = useTRPCClient();
  return (
    <ListCard
      name="adjustments"
      title={t("title")}
      text={t("text")}
      columnsFrom={46}
      columns={useColumns(leads, lengths)}
      initial={initial}
      ask={(after) => client.entitlements.list.query({ userId, after })}
      stampOf={({ id, reversedBy }) => `${id} ${reversedBy}`}
    />
  );
}

type Lengths = Pick<Props, "hoursPerDay" | "dayHours">;

/** Says what an adjustment is, such as "+2 days Vacation". */
function useAdjustmentWords({ hoursPerDay, dayHours }: Lengths) {
  const t = useTranslations("balances.adjustments");
  const dates = useLeaveDates();
  return ({ kind, days, leaveTypeId, leaveTypeName, expiresOn }: Omit<Adjustment, "note">): string =>
    t(`kinds.${kind}`, {
      ...amountIn(days ?? 0, hoursPerDay[leaveTypeId] ?? null, dayHours),
      type: leaveTypeName,
      date: expiresOn ? dates({ startDate: expiresOn, endDate: expiresOn }) : "",
      isNever: String(expiresOn === null),
    });
}

function useColumns(leads: boolean, lengths: Lengths): ListColumn<Adjustment>[] {
  const t = useTranslations("balances.adjustments");
  const dates = useLeaveDates();
  const wordsOf = useAdjustmentWords(lengths);
  const columns: ListColumn<Adjustment>[] = [
    {
      label: t("columns.what"),
      header: true,
      cell: ({ note, ...adjustment }) => (
        <>
          {wordsOf(adjustment)}
          {note ? <span className="block font-normal text-muted wrap-anywhere">{note}</span> : null}
        </>
      ),
    },
    {
      label: t("columns.from"),
      cell: ({ effectiveDate: day }) => dates({ startDate: day, endDate: day }),
    },
    {
      label: t("columns.by"),
      cell: ({ createdByName, createdAt }) => (
        <span>
          {createdByName ?? t("nobody")}
          <span className="block text-muted text-xs">
            <RelativeTime at={createdAt} />
          </span>
        </span>
      ),
    },
    {
      label: t("columns.state"),
      cell: ({ kind, reversedBy }) =>
        kind === "REVERSAL" ? null : (
          <Badge tone={reversedBy ? "neutral" : "success"}>{t(reversedBy ? "reversed" : "counts")}</Badge>
        ),
    },
  ];
  if (!leads) return columns;
  const actions: ListColumn<Adjustment> = {
    label: t("columns.actions"),
    cell: (row) =>
      row.kind === "REVERSAL" || row.reversedBy ? null : <Reverse adjustment={row} words={wordsOf(row)} />,
  };
  return [...columns, actions];
}

/** "Reverse", which asks for the reason. The reversed adjustment stays in the list beside it. */
function Reverse({ adjustment: { id, userId }, words }: { adjustment: Adjustment; words: string }) {
  const t = useTranslations("balances.adjustments.reverse");
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const [note, setNote] = useState("");
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "secondary", size: "sm" }}
      tone="primary"
      title={t("title")}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      onClose={() => setNote("")}
      act={async () => {
        const reversal = { kind: "REVERSAL" as const, reverses: id, note: note.trim() || t("noNote") };
        await calls.entitlements.create.mutate({
          attempt: attemptOf(reversal),
          userId,
          adjustment: reversal,
        });
        return { message: t("done") };
      }}
    >
      <p>{words}</p>
      <Field label={t("note")} optional>
        <Textarea
          value={note}
          onChange={({ target }) => setNote(target.value)}
          maxLength={limits.adjustmentNote}
        />
      </Field>
    </ConfirmButton>
  );
}
