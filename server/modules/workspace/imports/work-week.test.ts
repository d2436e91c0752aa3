import { expect, it } from "vitest";
import { weeksIn, workWeekOf } from "./work-week";

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

it.each([
  ...["Vollzeit", "full-time", "Full time", "Temps plein", "Jornada completa", "Tempo inteiro"],
  ...["100 %", "100%", "1,0", "1.00", "nein", "No", "Não"],
])("%s is the location's work week", (cell) => {
  expect(workWeekOf(cell)).toBe("usual");
});

it.each([
  ["a number of hours a week", "40"],
  ["a model's name", "Teilzeit 80 %"],
  ["a share of full-time, which may be shorter days or fewer", "80 %"],
  ["the same as a decimal", "0,8"],
  ["a number of days, not which", "4 Tage"],
  ["a number that may be a share or a day", "1"],
  ["part-time without more", "ja"],
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

it("different cells are read once; those that don't say the days are asked about", () => {
  expect(weeksIn(["Mo-Do", "80 %", "", "80 %", "100 %", "Mo-Do"])).toEqual({
    known: [
      { cell: "Mo-Do", week: monToThu },
      { cell: "100 %", week: "usual" },
    ],
    asked: ["80 %"],
  });
});
