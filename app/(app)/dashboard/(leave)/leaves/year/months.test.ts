import { expect, it } from "vitest";
import { monthsOf, spansOf, yearOf } from "./months";

it("a year has every day once, each under its weekday, for any first day of the week", () => {
  for (const year of [2023, 2024, 2100])
    for (const firstDayOfWeek of [0, 1, 6]) {
      const months = monthsOf(year, firstDayOfWeek);
      const days = months.flatMap((month) => month.days);
      expect(new Set(days).size).toBe(year === 2024 ? 366 : 365);
      expect([days[0], days.at(-1)]).toEqual([`${year}-01-01`, `${year}-12-31`]);
      for (const { days, before } of months)
        for (const [place, day] of days.entries())
          expect((before + place + firstDayOfWeek) % 7).toBe(new Date(day).getUTCDay());
    }
});

it("an address without a year, or with one that no calendar has, shows the current year", () => {
  expect(yearOf("2031", "2026-11-28")).toBe(2031);
  for (const asked of [undefined, "", "31", "0001", "9999", "2031x", ["2031"]])
    expect(yearOf(asked, "2026-11-28")).toBe(2026);
});

it("days around a weekend are one range, and others are their own", () => {
  const days = ["2026-12-10", "2026-12-11", "2026-12-14", "2026-12-18"];
  expect(spansOf(days)).toEqual([
    { startDate: "2026-12-10", endDate: "2026-12-14" },
    { startDate: "2026-12-18", endDate: "2026-12-18" },
  ]);
  expect(spansOf([])).toEqual([]);
});
