"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { type DateOrder, dateOrderOf } from "@/server/modules/workspace/imports/cells";
import {
  cellsOf,
  columnsFor,
  dateCellsIn,
  ignoredColumns,
  type Mapping,
  missingFields,
  rowsOfTable,
  withAnswers,
} from "@/server/modules/workspace/imports/columns";
import { type ImportKind, layouts } from "@/server/modules/workspace/imports/layouts";
import type { Table } from "@/server/modules/workspace/imports/read-table";
import { weeksIn, workWeekOf } from "@/server/modules/workspace/imports/work-week";

const keyOf = (kind: ImportKind) => `timeaway.import.${kind}`;

/** The mapping of each column name in the last import of this browser. */
function rememberedColumns(kind: ImportKind): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, string>) : {};
  } catch {
    return {};
  }
}

function rememberColumns(
  kind: ImportKind,
  header: readonly string[],
  columns: Readonly<Record<string, number>>,
): void {
  const named = Object.entries(columns).map(([field, column]) => [header[column] ?? "", field]);
  try {
    const kept = { ...rememberedColumns(kind), ...Object.fromEntries(named) };
    localStorage.setItem(keyOf(kind), JSON.stringify(kept));
  } catch {
    // Without storage the user maps the columns again.
  }
}

/** The field whose cells the user may have to explain. */
const weekField = "workPattern";

/** The latest year for two-digit years: nothing imported lies further ahead. */
const lastYear = new Date().getFullYear() + 20;

/** The user's choices for a table; everything else derives from them. */
interface Choice {
  mapping: Mapping | null;
  dateOrder: DateOrder | null;
  /** The leave type of the days of all rows. */
  leaveType: string;
  /** What cells of the working patterns mean, as typed. */
  weeks: Readonly<Record<string, string>>;
  /** The columns that the user confirmed to ignore, as they were then. */
  confirmed: string | null;
}

const unsaid: Choice = { mapping: null, dateOrder: null, leaveType: "", weeks: {}, confirmed: null };

export type YearlyType = { id: string; name: string };

/** The date format, and a date that is ambiguous. */
function readDates(cells: readonly string[]) {
  const found = dateOrderOf(cells);
  const isUnclear = (cell: string) => dateOrderOf([cell]) === "unclear";
  return { found, unclearDate: (found === "unclear" && cells.find(isUnclear)) || null };
}

/** The column mapping of a table: proposed by titles, and changed by the user. */
export function useColumns(kind: ImportKind, table: Table | null, yearlyTypes: readonly YearlyType[]) {
  const t = useTranslations("import.fields");
  const layout = layouts[kind];
  const [choice, setChoice] = useState(unsaid);
  const change = (said: Partial<Choice>) => setChoice((before) => ({ ...before, ...said }));
  const proposed = useMemo<Mapping>(
    () =>
      table ? columnsFor(layout, table.header, rememberedColumns(kind), (field) => t(field as "name")) : {},
    [table, kind, layout, t],
  );
  const mapping = choice.mapping ?? proposed;
  const { found, unclearDate } = useMemo(
    () => readDates(table ? dateCellsIn(layout, table, mapping) : []),
    [layout, table, mapping],
  );
  const dateOrder = choice.dateOrder ?? (found === "unclear" ? null : found);
  const weeks = useMemo(() => weeksIn(table ? cellsOf(table, mapping, weekField) : []), [table, mapping]);
  const rows = useMemo(() => {
    if (!table) return [];
    const answers = new Map(
      weeks.asked.flatMap((cell) => {
        const answer = choice.weeks[cell] ?? "";
        return workWeekOf(answer) === null ? [] : [[cell, answer] as const];
      }),
    );
    const answered = withAnswers(table, mapping, weekField, answers);
    return rowsOfTable(layout, answered, mapping, { order: dateOrder, lastYear });
  }, [layout, table, mapping, dateOrder, weeks, choice.weeks]);
  const ignored = table ? ignoredColumns(table, mapping) : [];
  const missing = table ? missingFields(layout, mapping) : [];
  const columnOf = (field: string) => table?.header[mapping[field] ?? -1] ?? "";
  const isUnclear = found === "unclear";
  const has = (field: string) => mapping[field] !== undefined;
  const hasDays = has("yearlyDays") || has("daysLeft");
  // The only type with a yearly quota is the default.
  const asksType = hasDays && !has("leaveType") && yearlyTypes.length > 1;
  const leaveType = asksType ? choice.leaveType : "";
  return {
    fields: layout.columns.filter(({ isHidden, name }) => !isHidden || mapping[name] !== undefined),
    missing,
    ignored,
    lastYear,
    dateOrder,
    isUnclear,
    unclearDate,
    yearlyTypes: asksType ? yearlyTypes : [],
    leaveType,
    weeks,
    /** Whether a row with these faults waits for what its working pattern means, and for nothing else. */
    awaitsWeek(row: number, errors: readonly { path: string }[]): boolean {
      const cell = table?.rows[row]?.[mapping[weekField] ?? -1] ?? "";
      const isAsked = weeks.asked.includes(cell) && workWeekOf(choice.weeks[cell] ?? "") === null;
      return isAsked && errors.every(({ path }) => path.split(".")[0] === weekField);
    },
    weekAnswer: (cell: string) => choice.weeks[cell] ?? "",
    isComplete: missing.length === 0 && !(isUnclear && dateOrder === null) && !(asksType && leaveType === ""),
    isConfirmed: ignored.length === 0 || choice.confirmed === String(ignored),
    fieldOf: (at: number) => Object.keys(mapping).find((field) => mapping[field] === at) ?? null,
    columnOf,
    valueOf: (row: number, field: string) => table?.rows[row]?.[mapping[field] ?? -1] ?? "",
    rows,
    take(at: number, field: string | null) {
      const others = Object.entries(mapping).filter(([name, column]) => column !== at && name !== field);
      change({ mapping: Object.fromEntries(field ? [...others, [field, at]] : others) });
    },
    hasDays,
    hasDaysLeft: has("daysLeft"),
    setLeaveType: (id: string) => change({ leaveType: id }),
    setWeekAnswer: (cell: string, answer: string) => change({ weeks: { ...choice.weeks, [cell]: answer } }),
    setDateOrder: (order: DateOrder) => change({ dateOrder: order }),
    confirm: (isConfirmed: boolean) => change({ confirmed: isConfirmed ? String(ignored) : null }),
    remember: () => table && rememberColumns(kind, table.header, mapping),
    reset: () => setChoice(unsaid),
  };
}

export type ChosenColumns = ReturnType<typeof useColumns>;
