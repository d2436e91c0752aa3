"use client";

import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { TextLink } from "@/app/_kit/ui/text-link";
import type { LedgerLine } from "@/app/(app)/dashboard/(leave)/balances/with-lost";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { paths } from "@/app/paths";
import { amountIn } from "@/server/kernel/time/amount";

/** Each step with the balance after it. Leave is linked. */
export function LedgerTable({ lines, type }: { lines: readonly LedgerLine[]; type: string }) {
  const t = useTranslations("balances.ledger");
  return (
    <ResourceList
      caption={t("title", { type })}
      columnsFrom={40}
      columns={useColumns(lines[0]?.hours != null)}
      rows={lines}
      rowKey={({ date, kind, leaveId, balanceAfter }) => `${date} ${kind} ${leaveId} ${balanceAfter}`}
    />
  );
}

function useColumns(isInHours: boolean): ListColumn<LedgerLine>[] {
  const t = useTranslations("balances.ledger");
  const dates = useLeaveDates();
  return [
    { label: t("columns.date"), cell: ({ date }) => dates({ startDate: date, endDate: date }) },
    {
      label: t("columns.what"),
      header: true,
      cell: ({ kind, lost, leaveId, creditId, note, expiresOn, hoursWorked, hoursWorkedRate }) => (
        <>
          {leaveId ? (
            <TextLink href={paths.leave(leaveId)}>{t(`kinds.${kind}`)}</TextLink>
          ) : (
            t(lost ? `lost.${lost}` : creditId && kind === "EXPIRED" ? "creditExpired" : `kinds.${kind}`)
          )}
          {expiresOn ? (
            <span className="block font-normal text-muted text-xs">
              {t("useBy", { date: dates({ startDate: expiresOn, endDate: expiresOn }) })}
            </span>
          ) : null}
          {hoursWorked !== null && hoursWorkedRate !== null ? (
            <span className="block font-normal text-muted text-xs">
              {t("workedOf", { hours: hoursWorked, rate: hoursWorkedRate })}
            </span>
          ) : null}
          {note ? <span className="block font-normal text-muted wrap-anywhere">{note}</span> : null}
        </>
      ),
    },
    {
      label: t("columns.days", { unit: isInHours ? "hours" : "days" }),
      align: "right",
      cell: ({ days, hoursPerDay, dayHours }) => (
        <span className="tabular-nums">{t("signed", amountIn(days, hoursPerDay, dayHours))}</span>
      ),
    },
    {
      label: t("columns.after"),
      align: "right",
      cell: ({ balanceAfter, hoursPerDay, dayHours }) => (
        <span className="tabular-nums">
          {balanceAfter === null ? "–" : t("number", amountIn(balanceAfter, hoursPerDay, dayHours))}
        </span>
      ),
    },
  ];
}
