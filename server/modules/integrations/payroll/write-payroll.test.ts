import { readXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import type { PayrollLayout } from "@/drizzle/schema/payroll";
import { newId } from "@/server/kernel/ids";
import { type PayrollLine, standardLayout } from "./layout";
import { writePayroll } from "./write-payroll";

const run = { locationName: "Köln", startDate: "2026-11-01", endDate: "2026-11-30" };
const line = (more: Partial<PayrollLine> = {}): PayrollLine => ({
  kind: "LEAVE",
  userId: newId(),
  employeeId: "007",
  name: "Ana Müller",
  email: "ana@example.com",
  department: "Sales",
  leaveTypeId: newId(),
  leaveTypeName: "Vacation",
  wageCode: "1200",
  leaveId: newId(),
  days: 2.5,
  hours: 19.25,
  firstDay: "2026-11-02",
  lastDay: "2026-11-04",
  note: null,
  ...more,
});
const layout = (more: Partial<PayrollLayout> = {}): PayrollLayout => ({
  ...standardLayout,
  columns: [
    { field: "EMPLOYEE_ID", title: "No." },
    { field: "NAME", title: "Name" },
    { field: "DAYS", title: "Days" },
    { field: "FIRST_DAY", title: "From" },
  ],
  ...more,
});
const text = async (of: PayrollLayout, lines = [line()]) =>
  (await writePayroll(of, run, lines)).bytes.toString();

it("columns, titles and values are the layout's", async () => {
  expect(await text(layout())).toBe("\ufeffNo.,Name,Days,From\r\n007,Ana Müller,2.5,2026-11-02\r\n");
});

it("separator, decimal sign and form of dates are the layout's, and titles may be left out", async () => {
  const german = layout({ separator: "SEMICOLON", decimal: "COMMA", dateForm: "DAY_DOTS", hasHeader: false });
  expect(await text(german)).toBe("\ufeff007;Ana Müller;2,5;02.11.2026\r\n");
  expect(await text(layout({ dateForm: "DIGITS" }))).toContain(",20261102\r\n");
  expect(await text(layout({ dateForm: "DAY_SLASHES" }))).toContain(",02/11/2026\r\n");
  expect(await text(layout({ dateForm: "MONTH_SLASHES" }))).toContain(",11/02/2026\r\n");
});

it("a decimal sign that is the separator, too, is quoted", async () => {
  expect(await text(layout({ decimal: "COMMA" }))).toContain('007,Ana Müller,"2,5",2026-11-02');
});

it("a negative amount is a number, and no cell becomes a formula", async () => {
  expect(await text(layout(), [line({ name: "=1+1", days: -0.125 })])).toContain("007,'=1+1,-0.125,");
});

it("Windows-1252: each character has its byte, and what it lacks is a question mark that is counted", async () => {
  const { bytes, replacedCount, contentType } = await writePayroll(
    layout({ encoding: "WINDOWS_1252", hasHeader: false }),
    run,
    [line({ name: "Žofie Müller 5 € Ilić 🙂" })],
  );
  expect(bytes.toString("latin1")).toBe("007,\x8eofie M\xfcller 5 \x80 Ili? ?,2.5,2026-11-02\r\n");
  expect(replacedCount).toBe(2);
  expect(contentType).toBe("text/csv; charset=windows-1252");
});

it("a workbook has numbers and dates, and the same lines give the same bytes", async () => {
  const of = layout({ format: "XLSX", dateForm: "DAY_DOTS" });
  const same = line();
  const { bytes } = await writePayroll(of, run, [same]);
  const { sheets } = await readXlsx(bytes);
  expect(sheets[0]?.rows[0]).toEqual(["No.", "Name", "Days", "From"]);
  expect(sheets[0]?.rows[1]?.slice(0, 3)).toEqual(["007", "Ana Müller", 2.5]);
  expect(sheets[0]?.rows[1]?.[3]).toEqual(new Date("2026-11-02T00:00:00Z"));
  await new Promise((resolve) => setTimeout(resolve, 2100));
  expect((await writePayroll(of, run, [same])).bytes.equals(bytes)).toBe(true);
});
