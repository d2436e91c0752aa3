"use client";

import { ChartColumn, Download, Table2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { DataTable } from "@/app/_kit/ui/data-table";
import { saveFile } from "@/app/_kit/ui/save-file";
import { csvFile, csvStyleOf } from "@/server/kernel/text/csv";

/** The chart's numbers: the first column names the row. Cells as shown in the table and written to the file. */
export type ChartData = {
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
};

export type ChartFigureProps = {
  /** Such as "Requests per day". */
  title: string;
  /** The chart's message in one sentence. */
  summary: ReactNode;
  data: ChartData;
  /** Of the downloaded file, without its extension. */
  fileName: string;
  legend?: ReactNode;
  children: ReactNode;
};

/** A chart with its caption, its summary, and the same numbers as a table and as a file. */
export function ChartFigure({ title, summary, data, fileName, legend, children }: ChartFigureProps) {
  const t = useTranslations("common");
  const locale = useLocale();
  const [asTable, setAsTable] = useState(false);
  const save = () => {
    const text = csvFile([data.columns, ...data.rows], csvStyleOf(locale));
    saveFile(`${fileName}.csv`, text, "text/csv;charset=utf-8");
  };
  const id = useId();
  return (
    <figure
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3.5 sm:px-5"
    >
      <figcaption className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 sm:flex-1 sm:basis-48">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          <p className="text-muted">{summary}</p>
        </div>
        <div className="-mx-2 flex flex-wrap gap-1">
          <Button size="sm" variant="ghost" onClick={() => setAsTable(!asTable)}>
            {asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
            <span aria-hidden>{asTable ? t("chart") : t("table")}</span>
            <span className="sr-only">{asTable ? t("showChart", { title }) : t("showTable", { title })}</span>
          </Button>
          <Button size="sm" variant="ghost" onClick={save}>
            <Download aria-hidden />
            <span aria-hidden>CSV</span>
            <span className="sr-only">{t("downloadCsv", { title })}</span>
          </Button>
        </div>
      </figcaption>
      {asTable ? (
        <ScrollArea label={title}>
          <DataTable
            caption={title}
            rows={data.rows}
            // Two people may have the same name.
            rowKey={(row) => `${row[0]} ${data.rows.indexOf(row)}`}
            columns={data.columns.map((label, column) => ({
              label,
              header: column === 0,
              align: column === 0 ? ("left" as const) : ("right" as const),
              cell: (row: ChartData["rows"][number]) => row[column] ?? "–",
            }))}
          />
        </ScrollArea>
      ) : (
        <>
          {legend}
          {children}
        </>
      )}
    </figure>
  );
}

function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable scroll area needs a name, not a heading
    <div
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard
      tabIndex={0}
      className="max-h-96 overflow-y-auto"
    >
      {children}
    </div>
  );
}
