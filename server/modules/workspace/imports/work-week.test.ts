import { expect, it } from "vitest";
import { workWeekOf } from "./work-week";

const full = "FULL_DAY";
const half = "HALF_DAY";
const monToThu = [0, full, full, full, full, 0, 0];

it.each([
  ["Mon-Thu", monToThu],
  ["Monday to Thursday", monToThu],
  ["Mo–Do", monToThu],
  ["Montag bis Donnerstag", monToThu],
  ["Mo Di Mi Do", monToThu],
  ["Mo., Di., Mi. und Do.", monToThu],
  ["Mon/Tue/Wed/Thu", monToThu],
  ["Mon, Tue, Wed", [0, full, full, full, 0, 0, 0]],
  ["Mo, Mi, Sonnabend", [0, full, 0, full, 0, 0, full]],
  ["Sat-Mon", [full, full, 0, 0, 0, 0, full]],
  ["lun, mar, mié", [0, full, full, full, 0, 0, 0]],
  ["Mon, Tue, Fri half", [0, full, full, 0, 0, half, 0]],
  ["Mo-Do, Fr vormittags", [0, full, full, full, full, half, 0]],
  ["Mon-Thu, Fri 1/2", [0, full, full, full, full, half, 0]],
  ["Mo-Do 8 Std., Fr 4,5h", [0, 480, 480, 480, 480, 270, 0]],
  ["Mon: 7:30; Tue (6 hours)", [0, 450, 360, 0, 0, 0, 0]],
  ["Mo-Fr 6h", [0, 360, 360, 360, 360, 360, 0]],
  ["Mon-Thu, Fri 4h", [0, full, full, full, full, 240, 0]],
])("%s", (cell, week) => {
  expect(workWeekOf(cell)).toEqual(week);
});

it.each(["Vollzeit", "full-time", "Full time"])("%s is the location's work week", (cell) => {
  expect(workWeekOf(cell)).toBe("usual");
});

it.each([
  ["a number of hours a week", "40"],
  ["a model's name", "Teilzeit 80 %"],
  ["a day that does not exist", "Mon-Xyz"],
  ["a day twice", "Mon-Wed, Tue"],
  ["an unknown time", "Mon 8x"],
  ["hours that may be the last day's or all days'", "Mon, Tue, Wed 6h"],
  ["hours after days without commas", "Mo Di Mi 6h"],
  ["one letter", "M T W"],
  ["nothing", "-"],
])("%s stays unread: %s", (_, cell) => {
  expect(workWeekOf(cell)).toBeNull();
});
