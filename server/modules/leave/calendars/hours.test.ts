import { describe, expect, it } from "vitest";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { hoursOf, hoursPerDayOf } from "./hours";
import { countDays, countedBy, type WorkCalendar } from "./working-days";

const weekdays: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], hoursPerDay: 8, holidays: [] };
const monday = dayNumber("2026-11-30");
/** Minutes from Monday on. */
const worked = (...minutes: number[]): WorkCalendar => ({
  ...weekdays,
  patterns: [{ from: monday, cycleStart: monday, minutes }],
});
const mornings = worked(240, 240, 240, 240, 240, 0, 0);
const uneven = worked(480, 480, 480, 240, 0, 0, 0);
const whole = (start: number, end = start) => ({ start, end, minutes: null });

describe("hours of leave: each day's count times that day's length", () => {
  it.each([
    ["a day of the location", whole(monday), weekdays, 8],
    ["a day of mornings", whole(monday), mornings, 4],
    ["a half of a morning", { ...whole(monday), fromNoon: true }, mornings, 2],
    ["a week of mornings", whole(monday, monday + 6), mornings, 20],
    ["a week of days of two lengths", whole(monday, monday + 6), uneven, 28],
    ["the short day of it", whole(monday + 3), uneven, 4],
    ["hours of a day", { start: monday, end: monday, minutes: { from: 600, to: 690 } }, mornings, 1.5],
    [
      "hours that no day has exactly",
      { start: monday, end: monday, minutes: { from: 600, to: 620 } },
      weekdays,
      0.33,
    ],
    [
      "more hours than the day has",
      { start: monday, end: monday, minutes: { from: 480, to: 960 } },
      mornings,
      4,
    ],
  ])("%s", (_, period, calendar, hours) => {
    expect(hoursOf(countDays(period, calendar), calendar)).toBe(hours);
  });

  it("a half-day holiday leaves half of the person's day", () => {
    const calendar = { ...mornings, holidays: [{ day: monday, isHalfDay: true }] };
    expect(hoursOf(countDays(whole(monday), calendar), calendar)).toBe(2);
  });

  it("a calendar day that is not worked has the length of an average worked day", () => {
    const calendar = countedBy(uneven, "CALENDAR_DAYS");
    expect(hoursOf(countDays(whole(monday + 5), calendar), calendar)).toBe(7);
  });

  it("a pattern that begins within the leave has its own lengths from its first day on", () => {
    const calendar: WorkCalendar = {
      ...weekdays,
      patterns: [{ from: monday + 2, cycleStart: monday, minutes: [240, 240, 240, 240, 240, 0, 0] }],
    };
    expect(hoursOf({ start: monday, counts: [wholeDay, wholeDay, wholeDay] }, calendar)).toBe(20);
  });
});

describe("hours of a day of a balance: the average worked day of the cycle in force", () => {
  it.each([
    ["the location's", weekdays, 8],
    ["mornings", mornings, 4],
    ["days of two lengths", uneven, 7],
    [
      "the location's before the pattern",
      { ...mornings, patterns: [{ from: monday + 1, cycleStart: monday, minutes: [60] }] },
      8,
    ],
    ["the location's where no day is worked", worked(0, 0, 0, 0, 0, 0, 0), 8],
  ])("%s", (_, calendar, hours) => {
    expect(hoursPerDayOf("HOURS", calendar, monday)).toBe(hours);
    expect(hoursPerDayOf("DAYS", calendar, monday)).toBeNull();
  });
});
