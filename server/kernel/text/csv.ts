/** Spreadsheets treat a cell with this start as a formula; in East Asian locales the full-width signs, too. */
const formulaStart = /^[=+\-@＝＋－＠\t\r]/;

/** Escapes text that a spreadsheet would treat as a formula. */
const inertText = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/** The cell separator and decimal separator of a file. */
export interface CsvStyle {
  separator: "," | ";";
  decimal: "." | ",";
}

export const csvStyles = {
  comma: { separator: ",", decimal: "." },
  semicolon: { separator: ";", decimal: "," },
} as const satisfies Record<string, CsvStyle>;

/** The style that spreadsheets in a language open on a double click: those with decimal commas separate cells by semicolons. */
export const csvStyleOf = (language: string): CsvStyle =>
  new Intl.NumberFormat(language).format(0.5).includes(",") ? csvStyles.semicolon : csvStyles.comma;

/**
 * The start of a cell for a reader with another separator, which treats the quotes around our cells as text.
 * Spreadsheets choose the separator by the system's language (a semicolon where decimals have a comma).
 */
const foreignCellStart = {
  ",": /(^|[;\t|\r\n])(["\s]*)(?=[=+\-@＝＋－＠])/g,
  ";": /(^|[,\t|\r\n])(["\s]*)(?=[=+\-@＝＋－＠])/g,
};

/** Characters that any reader treats as a separator, quote or line break. */
const special = /[",;\t|\r\n]/;

/** Removes the escapes of `inertText` and `cellText` from text. */
export const originalText = (text: string): string =>
  text.replace(/^'(?=[\t\r])/, "").replace(/(^|[,;\t|\r\n])(["\s]*)'(?=[=+\-@＝＋－＠])/g, "$1$2");

function cellText(value: unknown, { separator, decimal }: CsvStyle): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (typeof value === "number") {
    const number = text.replace(".", decimal);
    return number.includes(separator) ? `"${number}"` : number;
  }
  const inert = inertText(text.replace(foreignCellStart[separator], "$1$2'"));
  return special.test(inert) || inert !== inert.trim() ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** `csvLine` in a style other than RFC 4180's. */
export const csvLineIn =
  (style: CsvStyle) =>
  (cells: readonly unknown[]): string =>
    `${cells.map((cell) => cellText(cell, style)).join(style.separator)}\r\n`;

const plainLine = csvLineIn(csvStyles.comma);

/** One line of a CSV file (RFC 4180). No cell can become a formula, nor can a part of a cell for a reader with another separator. */
export const csvLine = (cells: readonly unknown[]): string => plainLine(cells);

/** Without it, spreadsheets would read the text in a legacy encoding. */
const byteOrderMark = "\ufeff";

/** A complete file for a spreadsheet. */
export const csvFile = (rows: readonly (readonly unknown[])[], style: CsvStyle): string =>
  byteOrderMark + rows.map(csvLineIn(style)).join("");

const faults = {
  goesOn: "a quoted cell goes on after its closing quote",
  unclosed: "a quoted cell is never closed",
} as const;

/** An invalid CSV file; `message` names the line. */
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
 * Parses CSV text (RFC 4180) into rows of cells; skips a byte order mark and empty lines.
 * @param separator between two cells: spreadsheets also write semicolons and tabs
 * @param kept `whole` keeps empty lines, for callers that count lines
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
