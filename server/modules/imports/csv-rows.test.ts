import { expect, it } from "vitest";
import { rowsOfCsv } from "./csv-rows";

it("cells become texts, lists, switches and numbers by their column; empty ones are left out", () => {
  const text =
    'name, labels ,isFullDayLeave,startHour,employeeId\n"Zoë, Z",Remote; Night shift,FALSE,9,007\nA,,,,\n';
  expect(rowsOfCsv(text)).toEqual([
    {
      name: "Zoë, Z",
      labels: ["Remote", "Night shift"],
      isFullDayLeave: false,
      startHour: 9,
      employeeId: "007",
    },
    { name: "A" },
  ]);
});

it("what does not fit its column stays, for the import to refuse", () => {
  expect(rowsOfCsv("startHour,isFullDayLeave\nnine,maybe,more\n")).toEqual([
    { startHour: "nine", isFullDayLeave: "maybe", "column 3": "more" },
  ]);
});
