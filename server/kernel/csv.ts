/** Spreadsheets take a cell that starts like this for a formula; in East Asian settings the wide signs, too. */
const formulaStart = /^[=+\-@＝＋－＠\t\r]/;

/** Text that no spreadsheet takes for a formula. */
const inertText = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/** How a file separates cells, and writes decimals. */
export interface CsvStyle {
  separator: "," | ";";
  decimal: "." | ",";
}

export const csvStyles = {
  comma: { separator: ",", decimal: "." },
  semicolon: { separator: ";", decimal: "," },
} as const satisfies Record<string, CsvStyle>;

/** What spreadsheets in a language of the pages open by a double click. */
export const csvStyleOf = (language: string): CsvStyle =>
  language === "de" ? csvStyles.semicolon : csvStyles.comma;

/**
 * Where a reader with another separator sees the beginning of a cell: to it, the quotes around one of ours are part of the text.
 * Spreadsheets choose the separator by the system's language (a semicolon in German).
 */
const foreignCellStart = {
  ",": /(^|[;\t|\r\n])(["\s]*)(?=[=+\-@＝＋－＠])/g,
  ";": /(^|[,\t|\r\n])(["\s]*)(?=[=+\-@＝＋－＠])/g,
};

/** What any reader takes for a separator, a quote or an end of line. */
const special = /[",;\t|\r\n]/;

/** What was made inert, as it was before. */
export const originalText = (text: string): string =>
  text.replace(/^'(?=[\t\r])/, "").replace(/(^|[,;\t|\r\n])(["\s]*)'(?=[=+\-@＝＋－＠])/g, "$1$2");

function cellText(value: unknown, { separator, decimal }: CsvStyle): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (typeof value === "number") return text.replace(".", decimal);
  const inert = inertText(text.replace(foreignCellStart[separator], "$1$2'"));
  return special.test(inert) || inert !== inert.trim() ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** `csvLine` in another style than the RFC's. */
export const csvLineIn =
  (style: CsvStyle) =>
  (cells: readonly unknown[]): string =>
    `${cells.map((cell) => cellText(cell, style)).join(style.separator)}\r\n`;

const plainLine = csvLineIn(csvStyles.comma);

/** One line of a CSV file (RFC 4180); no cell can become a formula, nor a part of one to a reader with another separator. */
export const csvLine = (cells: readonly unknown[]): string => plainLine(cells);

/** Before a text that spreadsheets would else read as if it were in an old encoding. */
const byteOrderMark = "\ufeff";

/** A whole file for a spreadsheet. */
export const csvFile = (rows: readonly (readonly unknown[])[], style: CsvStyle): string =>
  byteOrderMark + rows.map(csvLineIn(style)).join("");

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
 * @param kept `whole` keeps empty lines, for who counts them
 * @throws CsvError
 */
export function parseCsv(text: string, separator = ",", kept: "filled" | "whole" = "filled"): string[][] {
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
    if (kept === "whole" || row.length > 1 || row[0] !== "") rows.push(row);
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
