import { expect, it } from "vitest";
import { dayNumber, dayText, weekStart } from "@/server/kernel/time/calendar-date";
import { weekNumber } from "./week";

const startOf = (date: string, first: number) => dayText(weekStart(dayNumber(date), first));
const numberOf = (date: string, first: number) => weekNumber(weekStart(dayNumber(date), first));

it("a week starts on its own first day", () => {
  expect(startOf("2026-11-20", 1)).toBe("2026-11-16");
  expect(startOf("2026-11-20", 0)).toBe("2026-11-15");
  expect(startOf("2026-11-20", 6)).toBe("2026-11-14");
  expect(startOf("2026-11-20", 5)).toBe("2026-11-20");
});

it("weeks from Monday are numbered by ISO 8601", () => {
  const dates = [
    "2026-01-01",
    "2027-01-01",
    "2027-01-04",
    "2026-12-31",
    "2021-01-03",
    "2020-12-31",
    "2024-12-30",
  ];
  expect(dates.map((date) => numberOf(date, 1))).toEqual([1, 53, 1, 53, 53, 53, 1]);
});

it("other weeks are numbered so that week 1 contains 1 January", () => {
  expect(["2026-01-01", "2025-12-28", "2026-01-04", "2026-12-27"].map((date) => numberOf(date, 0))).toEqual([
    1, 1, 2, 1,
  ]);
  expect(["2026-01-02", "2026-01-03", "2025-12-27"].map((date) => numberOf(date, 6))).toEqual([1, 2, 1]);
});
