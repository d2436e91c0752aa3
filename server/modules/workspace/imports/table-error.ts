const faults = {
  encoding: "The file is not text in an encoding that can be read",
  damaged: "The file is UTF-8 with bytes that are broken",
  lost: "a letter was lost before the file was saved",
  workbook: "The Excel workbook can't be read",
  oldWorkbook: "The file is an Excel workbook of an old form, or has a password",
  noRows: "The Excel workbook has no sheet with rows",
} as const;

/** A file that is no readable table; `line` counts from 1. */
export class TableError extends Error {
  override name = "TableError";
  constructor(
    readonly fault: keyof typeof faults,
    readonly line: number | null = null,
  ) {
    super(`${line === null ? "" : `Line ${line}: `}${faults[fault]}.`);
  }
}
