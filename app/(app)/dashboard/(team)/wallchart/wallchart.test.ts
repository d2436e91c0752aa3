import { describe, expect, it } from "vitest";
import { addressOf, readAddress } from "@/app/(app)/dashboard/(team)/wallchart/address";
import type { ChartRow } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { inkOn, lettersOf } from "@/app/(app)/dashboard/(team)/wallchart/letters";
import { fillOf, groundOf, marksOf } from "@/app/(app)/dashboard/(team)/wallchart/marks";
import {
  columnsOf,
  dayBeside,
  daysOf,
  periodAround,
  periodOf,
  type View,
  views,
} from "@/app/(app)/dashboard/(team)/wallchart/period";
import { furthestFree, isFreeIn } from "@/app/(app)/dashboard/(team)/wallchart/use-marked-days";

describe("periods", () => {
  it.each([
    ["week", "2026-12-31", 1, "2026-12-28", "2027-01-03"],
    ["week", "2026-12-31", 0, "2026-12-27", "2027-01-02"],
    ["month", "2028-02-10", 1, "2028-02-01", "2028-02-29"],
    ["quarter", "2027-03-10", 1, "2026-12-28", "2027-04-04"],
    ["quarter", "2028-12-31", 0, "2028-10-01", "2029-01-06"],
  ] as const)("a %s around %s, weeks from %i", (view, day, firstDayOfWeek, startDate, endDate) => {
    expect(periodAround(view, day, firstDayOfWeek)).toEqual({ startDate, endDate });
  });

  it("follow on each other without a gap, have at most 98 days, and lead back to the start", () => {
    for (const view of views)
      for (let day = "2023-01-01"; day < "2031-01-01"; ) {
        const period = periodAround(view, day, 1);
        const next = dayBeside(period, 1);
        const after = periodAround(view, next, 1);
        expect(daysOf(period).length).toBeLessThanOrEqual(98);
        expect(Date.parse(after.startDate) - Date.parse(period.endDate)).toBeLessThanOrEqual(86_400_000);
        expect(periodAround(view, dayBeside(after, -1), 1)).toEqual(period);
        expect(columnsOf(view, period).flat()).toEqual(daysOf(period));
        day = next;
      }
  });

  it("of today begin with its week, whatever the day, and their neighbours leave no gap", () => {
    for (const view of views)
      for (let at = 0; at < 800; at++) {
        const today = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
        const period = periodOf(view, { on: "", today, firstDayOfWeek: at % 2 });
        const days = daysOf(period);
        expect(days.indexOf(today)).toBeGreaterThanOrEqual(0);
        expect(days.indexOf(today)).toBeLessThan(7);
        expect(columnsOf(view, period).flat()).toEqual(days);
        expect(daysOf(periodAround(view, dayBeside(period, 1), at % 2))).toContain(dayBeside(period, 1));
        expect(daysOf(periodAround(view, dayBeside(period, -1), at % 2))).toContain(dayBeside(period, -1));
      }
  });

  it("of a chosen day are the calendar's own", () => {
    const of = { on: "2026-11-30", today: "2027-03-03", firstDayOfWeek: 1 };
    expect(periodOf("month", of)).toEqual({ startDate: "2026-11-01", endDate: "2026-11-30" });
  });
});

it("the address has the whole state, and invalid parts are ignored", () => {
  const id = (kind: string) => `${kind}-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f`;
  const wanted = {
    view: "week" as View,
    on: "2027-03-10",
    department: id("department"),
    location: id("location"),
    label: id("label"),
    type: id("leaveType"),
    onlyConflicts: true,
    q: "ana & bo",
    teamFirst: true,
  };
  const query = Object.fromEntries(new URL(addressOf(wanted), "http://x").searchParams);
  expect(readAddress(query)).toEqual(wanted);
  expect(readAddress({ view: "year", on: "2027-02-30", department: "x", location: ["a", "b"] })).toEqual({
    ...{ view: "month", on: "", department: "", location: "", label: "", type: "", onlyConflicts: false },
    ...{ q: "", teamFirst: false },
  });
  expect(addressOf(readAddress({}))).toBe("/dashboard/wallchart");
});

it("no two types have the same letter, and text on a color is readable", () => {
  const names = ["Vacation", "Sick", "Special", "Study", "S", "s.", "Übung", "✨", "Sick leave"];
  const letters = [...lettersOf(names).values()];
  expect(letters.slice(0, 4)).toEqual(["V", "S", "Sp", "St"]);
  expect(new Set(letters).size).toBe(names.length);
  expect([inkOn("ffff00"), inkOn("1e3a8a"), inkOn("000000"), inkOn("ffffff")]).toEqual([
    "#000",
    "#fff",
    "#fff",
    "#000",
  ]);
});

describe("marks", () => {
  const place = {
    id: "p",
    workWeek: [1, 2, 3, 4, 5],
    hoursPerDay: 8,
    patterns: [],
    holidays: [
      { date: "2027-03-26", name: "Good Friday", isHalfDay: false },
      { date: "2027-03-25", name: "Eve", isHalfDay: true },
    ],
  };
  const leave = (startDate: string, endDate = startDate, from = 0, to = 0) => ({
    ...{ leaveId: null, startDate, endDate, isFullDayLeave: to === 0, startMinutes: from, endMinutes: to },
    ...{
      status: "APPROVED" as const,
      type: null,
      startPart: "FULL_DAY" as const,
      endPart: "FULL_DAY" as const,
    },
  });

  it("a day is a working day, free, a holiday or half of one", () => {
    const grounds = ["2027-03-24", "2027-03-25", "2027-03-26", "2027-03-27"].map(
      (day) => groundOf(day, place).ground,
    );
    expect(grounds).toEqual(["worked", "halfHoliday", "holiday", "off"]);
  });

  it("half of a location's day is a half, morning or afternoon; anything else is hours", () => {
    const fill = (from: number, to: number) =>
      fillOf(leave("2027-03-01", "2027-03-01", from * 60, to * 60), place, "2027-03-01");
    expect([fill(9, 13), fill(8, 12), fill(13, 17), fill(9, 11), fill(9, 17)]).toEqual([
      "morning",
      "morning",
      "afternoon",
      "hours",
      "hours",
    ]);
    expect(fillOf(leave("2027-03-01"), place, "2027-03-01")).toBe("day");
  });

  it("leave with halves at its ends fills half of those days, and all of those between", () => {
    const halves = {
      ...leave("2027-03-01", "2027-03-03"),
      startPart: "AFTERNOON",
      endPart: "MORNING",
    } as const;
    expect(["2027-03-01", "2027-03-02", "2027-03-03"].map((day) => fillOf(halves, place, day))).toEqual([
      "afternoon",
      "day",
      "morning",
    ]);
    const morning = { ...leave("2027-03-01"), startPart: "MORNING", endPart: "MORNING" } as const;
    expect(fillOf(morning, undefined, "2027-03-01")).toBe("morning");
  });

  it("a person's own pattern decides which days are free and how long a half is, week by week", () => {
    // From a Monday: the first week Monday for eight hours and Tuesday for four, the second one Sunday only.
    const minutes = [480, 240, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 120];
    const own = { ...place, patterns: [{ from: "2027-03-03", cycleStart: "2027-03-01", minutes }] };
    const grounds = ["2027-03-02", "2027-03-03", "2027-03-14", "2027-03-15", "2027-03-16", "2027-03-17"].map(
      (day) => groundOf(day, own).ground,
    );
    expect(grounds).toEqual(["worked", "off", "worked", "worked", "worked", "off"]);
    const morning = leave("2027-03-16", "2027-03-16", 9 * 60, 11 * 60);
    expect([fillOf(morning, own, "2027-03-16"), fillOf(morning, own, "2027-03-15")]).toEqual([
      "morning",
      "hours",
    ]);
  });

  it("a leave begins and ends where it does, or where the chart begins; its free days are marked", () => {
    const long = leave("2027-02-20", "2027-03-07");
    const days = ["2027-03-01", "2027-03-05", "2027-03-06", "2027-03-07", "2027-03-08"];
    const marks = marksOf([long], days, place, "2027-03-01");
    expect(marks.map(({ at, starts, ends, isFree }) => [at, starts, ends, isFree])).toEqual([
      [0, true, false, false],
      [1, false, false, false],
      [2, false, false, true],
      [3, false, true, true],
    ]);
  });
});

describe("a selection of the user's own days", () => {
  const columns = columnsOf("month", { startDate: "2027-03-01", endDate: "2027-03-31" }).map((days) => ({
    ...{ days, name: "", top: "", bottom: "", isToday: false },
  }));
  const own = { absences: [{ startDate: "2027-03-08", endDate: "2027-03-10" }] } as unknown as ChartRow;

  it("ends before a day with leave, from either side, and begins on none", () => {
    expect(furthestFree(own, columns, 1, 7)).toBe(7);
    expect(furthestFree(own, columns, 1, 12)).toBe(7);
    expect(furthestFree(own, columns, 31, 2)).toBe(11);
    expect(furthestFree(own, columns, 5, 5)).toBe(5);
    expect([7, 8, 10, 11].map((column) => isFreeIn(own, columns, column))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it("is never one of names or of other people", () => {
    expect(isFreeIn(own, columns, 0)).toBe(false);
    expect(isFreeIn(null, columns, 3)).toBe(false);
  });
});
