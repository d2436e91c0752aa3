import { expect, it } from "vitest";
import { columnsFor } from "@/app/(web)/dashboard/settings/import/fields";
import { dateOf, dateOrderOf, readTable } from "@/app/(web)/dashboard/settings/import/read-table";
import { rowsOfTable } from "@/app/(web)/dashboard/settings/import/rows-of-table";

it("cells stand between tabs, semicolons or commas, whichever the first line has most of", () => {
  const table = { header: ["Name", "E-Mail"], rows: [["Zoë, Z", "z@example.test"]] };
  expect(readTable("Name\tE-Mail\nZoë, Z\tz@example.test\n\t\n")).toEqual(table);
  expect(readTable("\ufeffName; E-Mail\r\nZoë, Z;z@example.test\r\n")).toEqual(table);
  expect(readTable('Name,E-Mail\n"Zoë, Z",z@example.test')).toEqual(table);
});

it("columns are found by what spreadsheets call them, or by what they were taken for before", () => {
  expect(columnsFor("people", ["Abteilung", "E-Mail", "Name"], {})).toEqual({
    department: 0,
    email: 1,
    name: 2,
  });
  expect(columnsFor("people", ["Wer", "Mail"], { Wer: "name" })).toEqual({ name: 0, email: 1 });
  expect(columnsFor("leaves", ["Type", "From", "To"], {})).toEqual({
    leaveType: 0,
    startDate: 1,
    endDate: 2,
  });
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
