"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { DataTable } from "@/app/_kit/ui/data-table";
import { saveFile } from "@/app/_kit/ui/save-file";
import {
  type FailedRow,
  type Imported,
  lineOf,
  useFaultText,
} from "@/app/(app)/dashboard/(settings)/settings/import/use-fault-text";
import { csvFile, csvStyleOf } from "@/server/kernel/text/csv";

const shownAtMost = 100;

/** The faulty rows with their faults, and a file of those rows to correct and import again. */
export function Faults({ imported, failed }: { imported: Imported; failed: readonly FailedRow[] }) {
  const t = useTranslations("import");
  const locale = useLocale();
  const textOf = useFaultText(imported);
  const { table } = imported;
  const download = () => {
    const lines = failed.map((one) => [...(table.rows[one.row] ?? []), textOf(one)]);
    const text = csvFile([[...table.header, t("faults.column")], ...lines], csvStyleOf(locale));
    saveFile(t("faults.file"), text, "text/csv;charset=utf-8");
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
                <span className="hidden cards:inline">
                  {t("faults.lineOf", { line: lineOf(table, row) })}
                </span>
                <span className="cards:hidden">{lineOf(table, row)}</span>
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
