"use client";

import { useTranslations } from "next-intl";
import { useFaultWords } from "@/app/_kit/form/use-fault-words";
import type { ChosenColumns } from "@/app/(app)/dashboard/(settings)/settings/import/use-columns";
import type { FieldError } from "@/server/kernel/errors";
import { fieldOfFault } from "@/server/modules/workspace/imports/columns";
import { type ImportKind, layouts } from "@/server/modules/workspace/imports/layouts";
import type { Table } from "@/server/modules/workspace/imports/read-table";

export interface FailedRow {
  row: number;
  errors: readonly FieldError[];
}

/** The imported table as it is in the file. */
export interface Imported {
  kind: ImportKind;
  table: Table;
  columns: ChosenColumns;
}

/** The line of a row in the file. */
export const lineOf = ({ lines }: Table, row: number): number => lines[row] ?? row + 2;

/** A row's fault as localised text: the column, its value, and the remedy. */
export function useFaultText({ kind, table, columns }: Imported): (row: FailedRow) => string {
  const t = useTranslations("import");
  const wordsOf = useFaultWords((row) => lineOf(table, row));
  const placeOf = (row: number, path: string) => {
    const field = fieldOfFault(layouts[kind], path);
    const key = `fields.${field}` as "fields.name";
    const title = columns.columnOf(field) || (path && t.has(key) ? t(key) : "");
    const value = columns.valueOf(row, field);
    return title && value ? t("faults.value", { title, value }) : title;
  };
  return ({ row, errors }) =>
    errors
      .map(({ path, ...fault }) => {
        const place = placeOf(row, path);
        return place ? `${place}: ${wordsOf(fault)}` : wordsOf(fault);
      })
      .join(" ");
}
