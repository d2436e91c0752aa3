"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { saveFile } from "@/app/_kit/ui/save-file";
import { csvFile, csvStyleOf } from "@/server/kernel/text/csv";
import { type ImportKind, layouts } from "@/server/modules/workspace/imports/layouts";

/** An empty file with a column for every importable field. */
export function Template({ kind }: { kind: ImportKind }) {
  const t = useTranslations("import");
  const locale = useLocale();
  const columns = layouts[kind].columns.filter(({ isHidden }) => !isHidden);
  const titles = columns.map(({ name }) => t(`fields.${name}` as "fields.name"));
  const name = t(`template.files.${kind}`);
  const csv = () => saveFile(`${name}.csv`, csvFile([titles], csvStyleOf(locale)), "text/csv;charset=utf-8");
  const workbook = async () => {
    const { writeXlsx } = await import("hucre/xlsx");
    const bytes = await writeXlsx({
      sheets: [
        {
          name,
          columns: columns.map(({ isDate }, at) => ({
            ...(isDate && { numFmt: "yyyy-mm-dd" }),
            width: Math.max(12, (titles[at] ?? "").length + 2),
          })),
          rows: [titles],
          freezePane: { rows: 1 },
        },
      ],
    });
    saveFile(
      `${name}.xlsx`,
      Uint8Array.from(bytes),
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted">{t("template.text")}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={csv}>{t("template.csv")}</Button>
        <Button onClick={() => void workbook()}>{t("template.xlsx")}</Button>
      </div>
    </div>
  );
}
