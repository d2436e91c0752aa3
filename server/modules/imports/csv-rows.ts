import { parseCsv } from "@/server/kernel/csv";

/** What a cell of a CSV file can mean. */
type Cell = string | number | boolean | readonly string[];
export type ImportRow = Readonly<Record<string, Cell>>;

const lists = new Set(["labels"]);
const switches = new Set(["isFullDayLeave"]);
const numbers = new Set(["startHour", "startMinute", "endHour", "endMinute"]);
const decimals = new Set(["days"]);

/** What a cell means in its column; what cannot be read stays text, for the import to refuse. */
function meaningOf(column: string, cell: string): Cell {
  if (lists.has(column)) return cell.split(";").map((item) => item.trim());
  if (switches.has(column) && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === "true";
  if (numbers.has(column) && /^\d{1,2}$/.test(cell)) return Number(cell);
  if (decimals.has(column) && /^-?\d{1,4}(\.\d+)?$/.test(cell)) return Number(cell);
  return cell;
}

/**
 * The rows of an import out of a CSV text whose first line names the fields. Empty cells are left out; several labels stand in one
 * cell, separated by semicolons.
 * @throws CsvError
 */
export function rowsOfCsv(text: string): ImportRow[] {
  const [header = [], ...lines] = parseCsv(text);
  const columns = header.map((name) => name.trim());
  return lines.map((line) => {
    const cells = line.map((cell, index) => [columns[index] ?? `column ${index + 1}`, cell.trim()] as const);
    const given = cells.filter(([, cell]) => cell !== "");
    return Object.fromEntries(given.map(([column, cell]) => [column, meaningOf(column, cell)]));
  });
}
