import { expect, it } from "vitest";
import { daysOfText, pasteOver } from "@/app/(app)/dashboard/(leave)/set-up/days-left/days-left";

const type = (leaveTypeId: string) => ({
  leaveTypeId,
  leaveTypeName: leaveTypeId,
  days: 30,
  hoursPerDay: null,
  isOpened: false,
});
const people = [
  { id: "a", name: "Ana Łuk", left: [type("v"), type("t")] },
  { id: "b", name: "Bo", left: [type("v")] },
  { id: "c", name: "Bo", left: [type("v"), type("t")] },
];
const columns = [
  { id: "v", name: "Vacation" },
  { id: "t", name: "Time off" },
];
const paste = (text: string, personId = "a", typeId = "v") =>
  pasteOver(text, people, columns, { personId, typeId });

it("numbers are pasted over the fields, to the right and down, as far as there are fields", () => {
  expect(paste("1\t2\r\n3\t4\r\n5\r\n6\r\n").cells).toEqual({
    "a.v": "1",
    "a.t": "2",
    "b.v": "3",
    "c.v": "5",
  });
  expect(paste("7\t8", "c", "t").cells).toEqual({ "c.t": "7" });
});

it("rows with a name go to that person; a heading is ignored, and unknown or ambiguous names are returned", () => {
  expect(paste("Name\tVacation\nana łuk\t12,5\nBo\t3\nZoë\t4")).toEqual({
    cells: { "a.v": "12,5" },
    unknown: ["Bo", "Zoë"],
  });
});

it("days are read in the usual notations", () => {
  expect(["12", " 12,5 ", "-3", "0.125", "", "1e3", "1.0000", "2000"].map(daysOfText)).toEqual([
    ...[12, 12.5, -3, 0.125, null, null, null, null],
  ]);
});
