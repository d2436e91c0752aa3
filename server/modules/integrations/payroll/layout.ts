import type { PayrollColumn, PayrollLayout, payrollLines, payrollRuns } from "@/drizzle/schema/payroll";
import type { PageLanguage, PayrollDateForm, PayrollField } from "@/drizzle/schema/values";
import { type CsvStyle, csvStyleOf, csvStyles } from "@/server/kernel/text/csv";
import type { Cell, Column } from "@/server/kernel/text/write-table";

/** A line without its place in a run. */
export type PayrollLine = Omit<typeof payrollLines.$inferSelect, "workspaceId" | "runId" | "position">;

/** What a run adds to each of its lines. */
export type RunFacts = Pick<typeof payrollRuns.$inferSelect, "locationName" | "startDate" | "endDate">;

const columns: PayrollColumn[] = [
  { field: "EMPLOYEE_ID", title: "Employee ID" },
  { field: "NAME", title: "Name" },
  { field: "DEPARTMENT", title: "Department" },
  { field: "KIND", title: "Kind" },
  { field: "WAGE_CODE", title: "Wage code" },
  { field: "LEAVE_TYPE", title: "Leave type" },
  { field: "FIRST_DAY", title: "First day" },
  { field: "LAST_DAY", title: "Last day" },
  { field: "DAYS", title: "Days" },
  { field: "HOURS", title: "Hours" },
  { field: "NOTE", title: "Note" },
];

/** The layout of a run without a template. */
export const standardLayout: PayrollLayout = {
  name: "Standard",
  columns,
  format: "CSV",
  separator: "COMMA",
  decimal: "POINT",
  encoding: "UTF_8",
  dateForm: "ISO",
  hasHeader: true,
};

type FileStyle = Pick<PayrollLayout, "separator" | "decimal" | "dateForm">;

/** How files of a language are written, so that its spreadsheets and payroll programs read them as they come. */
export function fileStyleOf(language: PageLanguage): FileStyle {
  if (csvStyleOf(language) === csvStyles.comma)
    return { separator: "COMMA", decimal: "POINT", dateForm: "ISO" };
  const dateForm = language === "de" ? "DAY_DOTS" : "DAY_SLASHES";
  return { separator: "SEMICOLON", decimal: "COMMA", dateForm };
}

/**
 * The layout of a run that a page makes without a template. The API's stays as it is.
 * @param titleOf in the language
 */
export const standardLayoutIn = (
  language: PageLanguage,
  titleOf: (field: PayrollField) => string,
): PayrollLayout => ({
  ...standardLayout,
  ...fileStyleOf(language),
  columns: columns.map(({ field }) => ({ field, title: titleOf(field) })),
});

export const styleOf = ({ separator, decimal }: PayrollLayout): CsvStyle => ({
  separator: separator === "COMMA" ? "," : ";",
  decimal: decimal === "COMMA" ? "," : ".",
});

/** The forms of a date, and a workbook's number formats for them. */
const dateForms: Record<
  PayrollDateForm,
  { numberFormat: string; write: (y: string, m: string, d: string) => string }
> = {
  ISO: { numberFormat: "yyyy-mm-dd", write: (y, m, d) => `${y}-${m}-${d}` },
  DAY_DOTS: { numberFormat: "dd.mm.yyyy", write: (y, m, d) => `${d}.${m}.${y}` },
  DAY_SLASHES: { numberFormat: "dd/mm/yyyy", write: (y, m, d) => `${d}/${m}/${y}` },
  MONTH_SLASHES: { numberFormat: "mm/dd/yyyy", write: (y, m, d) => `${m}/${d}/${y}` },
  DIGITS: { numberFormat: "yyyymmdd", write: (y, m, d) => `${y}${m}${d}` },
};

const dateIn = (form: PayrollDateForm, date: string): string => {
  const [year = "", month = "", day = ""] = date.split("-");
  return dateForms[form].write(year, month, day);
};

const values: Record<PayrollField, (line: PayrollLine, run: RunFacts) => Cell> = {
  EMPLOYEE_ID: ({ employeeId }) => employeeId,
  NAME: ({ name }) => name,
  EMAIL: ({ email }) => email,
  LOCATION: (_, { locationName }) => locationName,
  DEPARTMENT: ({ department }) => department,
  KIND: ({ kind }) => kind,
  WAGE_CODE: ({ wageCode }) => wageCode,
  LEAVE_TYPE: ({ leaveTypeName }) => leaveTypeName,
  DAYS: ({ days }) => days,
  HOURS: ({ hours }) => hours,
  FIRST_DAY: ({ firstDay }) => firstDay,
  LAST_DAY: ({ lastDay }) => lastDay,
  PERIOD_START: (_, { startDate }) => startDate,
  PERIOD_END: (_, { endDate }) => endDate,
  NOTE: ({ note }) => note,
};

const dates: ReadonlySet<PayrollField> = new Set(["FIRST_DAY", "LAST_DAY", "PERIOD_START", "PERIOD_END"]);

/** The columns of a workbook. */
export const sheetColumns = (layout: PayrollLayout): Column[] =>
  layout.columns.map(({ field, title }) =>
    dates.has(field)
      ? { title, holds: "date", numberFormat: dateForms[layout.dateForm].numberFormat }
      : title,
  );

/** A line's cells; dates are as they are stored. */
export const cellsOf = (layout: PayrollLayout, run: RunFacts, line: PayrollLine): Cell[] =>
  layout.columns.map(({ field }) => values[field](line, run));

/** A line's cells of a text file: dates are written in the layout's form. */
export const textCellsOf = (layout: PayrollLayout, run: RunFacts, line: PayrollLine): Cell[] =>
  layout.columns.map(({ field }) => {
    const value = values[field](line, run);
    return dates.has(field) && typeof value === "string" ? dateIn(layout.dateForm, value) : value;
  });
