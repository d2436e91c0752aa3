"use client";

import { useTranslations } from "next-intl";
import { DataTable } from "@/app/_kit/ui/data-table";
import { useAmounts } from "@/app/(app)/dashboard/(settings)/settings/payroll/use-line-columns";
import type { PayrollLineKind } from "@/drizzle/schema/values";

interface Total {
  kind: PayrollLineKind;
  leaveTypeName: string;
  wageCode: string | null;
  days: number;
  hours: number;
}

/** The sums of a run by kind and leave type. */
export function TotalsTable({ totals }: { totals: readonly Total[] }) {
  const t = useTranslations("payroll");
  const amounts = useAmounts();
  return (
    <DataTable
      caption={t("run.totals")}
      columnsFrom={40}
      columns={[
        { label: t("columns.type"), header: true, cell: ({ leaveTypeName }) => leaveTypeName },
        { label: t("columns.kind"), cell: ({ kind }) => t(`kind.${kind}`) },
        { label: t("columns.code"), cell: ({ wageCode }) => wageCode ?? "–" },
        { label: t("columns.days"), align: "right", cell: amounts.sumOfDays },
        { label: t("columns.hours"), align: "right", cell: amounts.hours },
      ]}
      rows={totals}
      rowKey={({ kind, leaveTypeName, wageCode }) => `${kind} ${leaveTypeName} ${wageCode}`}
    />
  );
}
