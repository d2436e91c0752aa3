"use client";

import { useFormatter, useTranslations } from "next-intl";
import { sentenceOf } from "@/app/(web)/dashboard/settings/import/fault-words";
import type { ChosenColumns } from "@/app/(web)/dashboard/settings/import/use-columns";
import { fieldOfFault } from "@/server/modules/imports/columns";
import { type ImportKind, layouts } from "@/server/modules/imports/layouts";
import type { Table } from "@/server/modules/imports/read-table";

export interface FailedRow {
  row: number;
  errors: readonly { path: string; message: string }[];
}

/** The imported table as it is in the file. */
export interface Imported {
  kind: ImportKind;
  table: Table;
  columns: ChosenColumns;
}

/** The line of a row in the file. */
export const lineOf = ({ lines }: Table, row: number): number => lines[row] ?? row + 2;

const readers: Record<string, (text: string) => number> = {
  limit: (text) => Number(text.replaceAll(",", "")),
  days: Number,
  hours: Number,
  counted: Number,
  given: Number,
};

/** A row's fault as localised text: the column, its value, and the remedy. */
export function useFaultText({ kind, table, columns }: Imported): (row: FailedRow) => string {
  const t = useTranslations("import");
  const format = useFormatter();
  const read = ([name, text]: [string, string]) => {
    if (name === "row") return [name, lineOf(table, Number(text))];
    if (name !== "date") return [name, readers[name]?.(text) ?? text];
    return [name, format.dateTime(new Date(`${text}T12:00:00Z`), "day", { timeZone: "UTC" })];
  };
  const said = (message: string) => {
    const sentence = sentenceOf(message);
    if (!sentence) return message;
    const named = Object.fromEntries(Object.entries(sentence.named).map(read));
    return t(`problems.${sentence.key}` as "problems.sameAddress", named as { row: number });
  };
  const placeOf = (row: number, path: string) => {
    const field = fieldOfFault(layouts[kind], path);
    const key = `fields.${field}` as "fields.name";
    const title = columns.columnOf(field) || (path && t.has(key) ? t(key) : "");
    const value = columns.valueOf(row, field);
    return title && value ? t("faults.value", { title, value }) : title;
  };
  return ({ row, errors }) =>
    errors
      .map(({ path, message }) => {
        const place = placeOf(row, path);
        return place ? `${place}: ${said(message)}` : said(message);
      })
      .join(" ");
}
