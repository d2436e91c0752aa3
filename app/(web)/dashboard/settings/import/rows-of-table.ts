import { type ImportKind, importFields } from "@/app/(web)/dashboard/settings/import/fields";
import { type DateOrder, dateOf, type Table } from "@/app/(web)/dashboard/settings/import/read-table";

export interface Mapping {
  kind: ImportKind;
  /** The column of each field that has one. */
  columns: Readonly<Record<string, number>>;
  dateOrder: DateOrder;
}

type Cell = string | number | boolean | string[];

const timeParts = /^(\d{1,2})[:.](\d{2})$/;

/** Both numbers of a time; what is no time stays text, for the import to refuse. */
function timeOf(prefix: "start" | "end", cell: string): Record<string, Cell> {
  const [, hour, minute] = timeParts.exec(cell) ?? [];
  const [hours, minutes] = hour ? [Number(hour), Number(minute)] : [cell, 0];
  return { isFullDayLeave: false, [`${prefix}Hour`]: hours, [`${prefix}Minute`]: minutes };
}

const numberParts = /^([+-]?)(\d{1,4})(?:[.,](\d+))?$/;

/** A number with a point or a comma before its decimals; what is none stays text, for the import to refuse. */
function numberOf(cell: string): Cell {
  const [, sign, whole, decimals = "0"] = numberParts.exec(cell.replace(/^[−–]/, "-")) ?? [];
  return whole === undefined ? cell : Number(`${sign === "-" ? "-" : ""}${whole}.${decimals}`);
}

function meaningOf(field: string, isDate: boolean, cell: string, order: DateOrder): Record<string, Cell> {
  if (isDate) return { [field]: dateOf(cell, order) };
  if (field === "labels")
    return {
      labels: cell
        .split(/[;,]/)
        .map((label) => label.trim())
        .filter(Boolean),
    };
  if (field === "days") return { days: numberOf(cell) };
  if (field === "startTime") return timeOf("start", cell);
  if (field === "endTime") return timeOf("end", cell);
  return { [field]: cell };
}

/** The rows as the import takes them; empty cells say nothing. */
export const rowsOfTable = ({ rows }: Table, { kind, columns, dateOrder }: Mapping): Record<string, Cell>[] =>
  rows.map((cells) => {
    const said: Record<string, Cell> = {};
    for (const { name, isDate = false } of importFields[kind]) {
      const cell = cells[columns[name] ?? -1] ?? "";
      if (cell !== "") Object.assign(said, meaningOf(name, isDate, cell, dateOrder));
    }
    return said;
  });

const fieldOfPath: Record<string, string> = {
  startHour: "startTime",
  startMinute: "startTime",
  endHour: "endTime",
  endMinute: "endTime",
  isFullDayLeave: "startTime",
};

/** The field that a fault of the import is about. */
export function fieldOf(path: string): string {
  const [first = ""] = path.split(".");
  return fieldOfPath[first] ?? first;
}
