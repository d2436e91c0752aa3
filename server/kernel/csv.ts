/** Spreadsheets take a cell that starts like this for a formula; in East Asian settings the wide signs, too. */
const formulaStart = /^[=+\-@＝＋－＠\t\r]/;

/** Text that no spreadsheet takes for a formula. */
export const inertText = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/**
 * Where a reader with another separator sees the beginning of a cell: to it, the quotes around one of ours are part of the text.
 * Spreadsheets choose the separator by the system's language (a semicolon in German).
 */
const foreignCellStart = /(^|[;\t|\r\n])(["\s]*)(?=[=+\-@＝＋－＠])/g;

/** What any reader takes for a separator, a quote or an end of line. */
const special = /[",;\t|\r\n]/;

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (typeof value === "number") return text;
  const inert = inertText(text.replace(foreignCellStart, "$1$2'"));
  return special.test(inert) || inert !== inert.trim() ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** One line of a CSV file (RFC 4180); no cell can become a formula, nor a part of one to a reader with another separator. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(cellText).join(",")}\r\n`;

const faults = {
  goesOn: "a quoted cell goes on after its closing quote",
  unclosed: "a quoted cell is never closed",
} as const;

/** A CSV file that cannot be read; `message` names the line. */
export class CsvError extends Error {
  override name = "CsvError";
  constructor(
    readonly line: number,
    readonly fault: keyof typeof faults,
  ) {
    super(`Line ${line}: ${faults[fault]}.`);
  }
}

/**
 * The cells of a CSV text (RFC 4180), line by line; a byte order mark and empty lines are skipped.
 * @param separator what stands between two cells: spreadsheets write semicolons and tabs, too
 * @throws CsvError
 */
export function parseCsv(text: string, separator = ","): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const cell =
      text[at] === '"'
        ? quotedCell(text, at, { line: rows.length + 1, separator })
        : plainCell(text, at, separator);
    row.push(cell.value);
    at = cell.end;
    if (text[at] === separator) {
      at++;
      if (at === text.length) row.push("");
      continue;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function plainCell(text: string, start: number, separator: string): { value: string; end: number } {
  let end = start;
  while (end < text.length && !`${separator}\r\n`.includes(text[end] ?? "")) end++;
  return { value: text.slice(start, end), end };
}

function quotedCell(
  text: string,
  start: number,
  { line, separator }: { line: number; separator: string },
): { value: string; end: number } {
  let value = "";
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') value += text[at];
    else if (text[at + 1] === '"') {
      value += '"';
      at++;
    } else if (at + 1 === text.length || `${separator}\r\n`.includes(text[at + 1] ?? ""))
      return { value, end: at + 1 };
    else throw new CsvError(line, "goesOn");
  }
  throw new CsvError(line, "unclosed");
}
