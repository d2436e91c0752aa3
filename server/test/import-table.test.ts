import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sentenceOf } from "@/app/(web)/dashboard/settings/import/fault-words";
import { columnsFor } from "@/app/(web)/dashboard/settings/import/fields";
import { findMissing } from "@/app/(web)/dashboard/settings/import/find-missing";
import { dateOf, dateOrderOf, readTable } from "@/app/(web)/dashboard/settings/import/read-table";
import { rowsOfTable } from "@/app/(web)/dashboard/settings/import/rows-of-table";
import { OpeningImportRow } from "@/server/modules/entitlements/schema";
import { LeaveImportRow } from "@/server/modules/leaves/schema";
import { UserImportRow } from "@/server/modules/people/schema";
import { read } from "@/server/transport/validate";
import { mutantsOf } from "./mutants";

it("cells stand between tabs, semicolons or commas, whichever the first line has most of", () => {
  const table = { header: ["Name", "E-Mail"], rows: [["Zoë, Z", "z@example.test"]] };
  expect(readTable("Name\tE-Mail\nZoë, Z\tz@example.test\n\t\n")).toEqual(table);
  expect(readTable("\ufeffName; E-Mail\r\nZoë, Z;z@example.test\r\n")).toEqual(table);
  expect(readTable('Name,E-Mail\n"Zoë, Z",z@example.test')).toEqual(table);
});

it("columns are found by what spreadsheets or the page call them, or by what they were taken for before", () => {
  expect(columnsFor("people", ["Abteilung", "E-Mail", "Name"], {}, String)).toEqual({
    department: 0,
    email: 1,
    name: 2,
  });
  expect(columnsFor("people", ["Wer", "Mail"], { Wer: "name" }, String)).toEqual({ name: 0, email: 1 });
  expect(columnsFor("leaves", ["Type", "From", "To"], {}, String)).toEqual({
    leaveType: 0,
    startDate: 1,
    endDate: 2,
  });
  const titleOf = (field: string) => (field === "startDate" ? "First day" : field);
  expect(columnsFor("people", ["First day", "Last day"], {}, titleOf)).toEqual({ startDate: 0 });
});

it.each([
  ["31.3.2027", "MDY", "DMY", "2027-03-31"],
  ["3/31/2027", "DMY", "MDY", "2027-03-31"],
  ["2027-3-1", "DMY", "DMY", "2027-03-01"],
  ["soon", "DMY", "DMY", "soon"],
] as const)("the date %s", (cell, fallback, order, date) => {
  expect(dateOrderOf([cell], fallback)).toBe(order);
  expect(dateOf(cell, order)).toBe(date);
});

it("a row says what its columns say; what cannot be read stays for the import to refuse", () => {
  const table = readTable("u,t,s,e,from,to\na@b.test,Vacation,1.3.2027,1.3.2027,9:30,noon\n");
  const columns = { user: 0, leaveType: 1, startDate: 2, endDate: 3, startTime: 4, endTime: 5 };
  expect(rowsOfTable(table, { kind: "leaves", columns, dateOrder: "DMY" })).toEqual([
    {
      ...{ user: "a@b.test", leaveType: "Vacation", startDate: "2027-03-01", endDate: "2027-03-01" },
      ...{ isFullDayLeave: false, startHour: 9, startMinute: 30, endHour: "noon", endMinute: 0 },
    },
  ]);
});

it.each([
  ["4,5", 4.5],
  ["4.25", 4.25],
  ["−2", -2],
  ["+7", 7],
  ["many", "many"],
  ["1.234,5", "1.234,5"],
])("days written as %s", (cell, days) => {
  const mapping = { kind: "openings", columns: { days: 0 }, dateOrder: "DMY" } as const;
  expect(rowsOfTable({ header: ["Days"], rows: [[cell]] }, mapping)).toEqual([{ days }]);
});

/** Where the verbs of the imports say what is wrong with a row. */
const sources = [
  "people/import-users.ts",
  "leaves/import-plan.ts",
  "leaves/import-references.ts",
  "leaves/policy.ts",
  "leaves/schema.ts",
  "people/schema.ts",
  "entitlements/schema.ts",
  "entitlements/import-openings.ts",
  "entitlements/adjust-balance.ts",
];
/** Of single writes, or of what no row can say. */
const elsewhere =
  /role|new leave|managedLocationIds|department\.|reverse|at this user's location|adjustment|Must not repeat/;

function sentencesIn(source: string): string[] {
  const text = readFileSync(new URL(`../modules/${source}`, import.meta.url), "utf8");
  const said = /(?:message: |message = |error: |fault\(|refine\([^"`]*?, )(["`])((?:(?!\1).)+\.)\1/g;
  return [...text.matchAll(said)].map((match) => match[2] ?? "").filter((one) => !elsewhere.test(one));
}

/** What stands in the place of a value: of one of these kinds each is. */
const values = ["7", "2026-11-20", "half hours", "location", "leave-01985f4e", "row 7"];
const isKnown = (sentence: string): boolean =>
  values.some((value) => sentenceOf(sentence.replace(/\$\{[^}]+\}/g, value)) !== null);

it("every sentence of an import about a row has words on the page", () => {
  const said = sources.flatMap(sentencesIn);
  expect(said.length).toBeGreaterThan(35);
  for (const schema of [UserImportRow, LeaveImportRow, OpeningImportRow])
    for (const value of mutantsOf(schema))
      said.push(...(read(schema, value).faults ?? []).map(({ message }) => message));
  expect([...new Set(said)].filter((sentence) => !isKnown(sentence))).toEqual([]);
});

it("what is not there yet is named once, however it is written; what is wrong otherwise is not", () => {
  const fault = (row: number, path: string, message: string) => ({ row, errors: [{ path, message }] });
  const department = "Must be a department you can access.";
  const rows = [
    { department: "Design" },
    { department: "DESIGN" },
    { department: "Sales", labels: ["A", "B"] },
    { location: "Wien", email: "x" },
  ];
  const failed = [
    fault(0, "department", department),
    fault(1, "department", department),
    fault(2, "labels.1", "Must be a label in this workspace."),
    fault(3, "location", "Must be a location you can access."),
    fault(3, "email", "Must be an email address."),
  ];
  expect(findMissing(rows, failed)).toEqual({ departments: ["Design"], labels: ["B"], locations: ["Wien"] });
});
