"use client";

import { useFormatter, useTranslations } from "next-intl";
import { sentenceOf } from "@/app/(web)/dashboard/settings/import/fault-words";
import { fieldOf } from "@/app/(web)/dashboard/settings/import/rows-of-table";

export interface FailedRow {
  row: number;
  errors: readonly { path: string; message: string }[];
}

/** The first line names the columns, and people count from one. */
export const lineOf = (row: number): number => row + 2;

const readers: Record<string, (text: string) => number> = {
  row: (text) => lineOf(Number(text)),
  limit: (text) => Number(text.replaceAll(",", "")),
  days: Number,
  hours: Number,
};

/** What is wrong with a row, in the reader's words; a row of the API is a line of the file. */
export function useFaultText(): (row: FailedRow) => string {
  const t = useTranslations("import");
  const format = useFormatter();
  const read = ([name, text]: [string, string]) => {
    if (name !== "date") return [name, readers[name]?.(text) ?? text];
    return [name, format.dateTime(new Date(`${text}T12:00:00Z`), "day", { timeZone: "UTC" })];
  };
  const said = (message: string) => {
    const sentence = sentenceOf(message);
    if (!sentence) return message;
    const named = Object.fromEntries(Object.entries(sentence.named).map(read));
    return t(`problems.${sentence.key}` as "problems.sameAddress", named as { row: number });
  };
  return ({ errors }) =>
    errors
      .map(({ path, message }) => {
        const field = `fields.${fieldOf(path)}` as "fields.name";
        return path && t.has(field) ? `${t(field)}: ${said(message)}` : said(message);
      })
      .join(" ");
}
