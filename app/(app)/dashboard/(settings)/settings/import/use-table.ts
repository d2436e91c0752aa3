"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { CsvError } from "@/server/kernel/text/csv";
import {
  readTable,
  readText,
  type Table,
  type TableFile,
} from "@/server/modules/workspace/imports/read-table";
import { TableError } from "@/server/modules/workspace/imports/table-error";

/** The source of the rows: pasted text or a file. */
interface Source {
  text: string;
  file: { name: string; table: TableFile } | null;
  error: CsvError | TableError | null;
}

const nothing: Source = { text: "", file: null, error: null };

function readable(error: unknown): CsvError | TableError {
  if (error instanceof CsvError || error instanceof TableError) return error;
  throw error;
}

function tableOf({ text, file }: Source): { table: Table | null; error: Source["error"] } {
  if (file || text.trim() === "") return { table: file?.table ?? null, error: null };
  try {
    return { table: readText(text), error: null };
  } catch (error) {
    return { table: null, error: readable(error) };
  }
}

/** The pasted or chosen table, or why it cannot be read. */
export function useTable(most: number) {
  const t = useTranslations("import.source");
  const [source, setSource] = useState(nothing);
  const { table, error } = useMemo(() => tableOf(source), [source]);
  const wrong = source.error ?? error;
  const problem =
    (wrong ? t(wrong.fault, { line: wrong.line ?? 0 }) : null) ??
    (table && table.rows.length > most ? t("tooMany", { most }) : null) ??
    (table && table.rows.length === 0 ? t("noRows") : null);
  return {
    text: source.text,
    file: source.file,
    table: problem ? null : table,
    problem,
    paste: (text: string) => setSource({ ...nothing, text }),
    clear: () => setSource(nothing),
    async choose(file: File) {
      try {
        const read = await readTable(new Uint8Array(await file.arrayBuffer()));
        setSource({ ...nothing, file: { name: file.name, table: read } });
      } catch (thrown) {
        setSource({ ...nothing, error: readable(thrown) });
      }
    },
  };
}

export type ChosenTable = ReturnType<typeof useTable>;
