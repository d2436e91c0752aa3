"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { DataTable } from "@/app/_kit/ui/data-table";
import { Note } from "@/app/_kit/ui/note";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import {
  daysOf,
  hoursOf,
  type PayrollLine,
} from "@/app/(app)/dashboard/(settings)/settings/payroll/use-line-columns";
import type { AppRouter } from "@/server/api/trpc";

type Props = NonNullable<inferRouterOutputs<AppRouter>["payroll"]["changes"]>;

/** The lines that differ from the run before of the same pay period. */
export function Changes({ number, changes }: Props) {
  const t = useTranslations("payroll");
  const lineOf = useLine();
  if (changes.length === 0) return <Note title={t("changes.none", { number })} />;
  const rows = changes.flatMap(({ before, after }, place) => {
    const line = after ?? before;
    return line ? [{ place, line, before, after }] : [];
  });
  return (
    <Card title={t("changes.title", { number })} titleId="payroll-changes">
      <DataTable
        caption={t("changes.title", { number })}
        columnsFrom={40}
        columns={[
          { label: t("columns.person"), header: true, cell: ({ line }) => line.name },
          {
            label: t("columns.type"),
            cell: ({ line }) =>
              line.kind === "LEAVE"
                ? line.leaveTypeName
                : `${line.leaveTypeName} (${t(`kind.${line.kind}`)})`,
          },
          {
            label: t("columns.was"),
            cell: ({ before }) => (before ? lineOf(before) : t("changes.added")),
          },
          { label: t("columns.is"), cell: ({ after }) => (after ? lineOf(after) : t("changes.gone")) },
        ]}
        rows={rows}
        rowKey={({ place }) => String(place)}
      />
    </Card>
  );
}

function useLine() {
  const t = useTranslations("payroll.changes");
  const dates = useLeaveDates();
  return ({ firstDay, lastDay, ...counted }: PayrollLine) =>
    t("line", {
      days: t("amount", daysOf(counted)),
      hours: t("amount", hoursOf(counted)),
      dates: dates({ startDate: firstDay, endDate: lastDay }),
    });
}
