"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { DataTable } from "@/app/_ui/data-table";
import type { Table } from "@/app/(web)/dashboard/settings/import/read-table";
import { type FailedRow, lineOf, useFaultText } from "@/app/(web)/dashboard/settings/import/use-fault-text";
import { csvLine } from "@/server/kernel/csv";

const shownAtMost = 100;

/** What is wrong with which row, and a file of those rows to put right and import again. */
export function Faults({ table, failed }: { table: Table; failed: readonly FailedRow[] }) {
  const t = useTranslations("import");
  const textOf = useFaultText();
  const download = () => {
    const lines = failed.map((one) => csvLine([...(table.rows[one.row] ?? []), textOf(one)]));
    const file = new Blob(["\ufeff", csvLine([...table.header, t("faults.column")]), ...lines], {
      type: "text/csv;charset=utf-8",
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = t("faults.file");
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="flex flex-col gap-4">
      <DataTable
        caption={t("faults.title")}
        rows={failed.slice(0, shownAtMost)}
        rowKey={({ row }) => String(row)}
        columns={[
          {
            label: t("faults.line"),
            header: true,
            cell: ({ row }) => (
              <>
                {/* In the table the heading says it. */}
                <span className="hidden cards:inline">{t("faults.lineOf", { line: lineOf(row) })}</span>
                <span className="cards:hidden">{lineOf(row)}</span>
              </>
            ),
          },
          {
            label: t("faults.row"),
            cell: ({ row }) => (table.rows[row] ?? []).filter(Boolean).slice(0, 3).join(", "),
          },
          { label: t("faults.column"), cell: textOf },
        ]}
      />
      {failed.length > shownAtMost ? <p>{t("faults.more", { count: failed.length - shownAtMost })}</p> : null}
      <div>
        <Button onClick={download}>{t("faults.download")}</Button>
      </div>
    </div>
  );
}
