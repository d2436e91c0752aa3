"use client";

import { useTranslations } from "next-intl";
import { DataTable } from "@/app/_kit/ui/data-table";
import {
  type PayrollLine,
  useLineColumns,
} from "@/app/(app)/dashboard/(settings)/settings/payroll/use-line-columns";

/** A few lines of a run. */
export function LinesTable({ lines }: { lines: readonly PayrollLine[] }) {
  const t = useTranslations("payroll");
  const columns = useLineColumns();
  return (
    <DataTable
      caption={t("preview.first")}
      columnsFrom={60}
      columns={columns}
      rows={lines}
      rowKey={({ kind, userId, leaveId, leaveTypeId, firstDay }) =>
        `${kind} ${userId} ${leaveId ?? leaveTypeId} ${firstDay}`
      }
    />
  );
}
