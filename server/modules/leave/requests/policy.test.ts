import { expect, it } from "vitest";
import { shortestDurations } from "@/drizzle/schema/values";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import type { Period, WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import { durationOn, hasExpired, lastDayToDecide, requestFaults } from "./policy";

const at = dayNumber;
const office: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], hoursPerDay: 8, holidays: [] };
const whole = (start: string, end = start): Period => ({ start: at(start), end: at(end), minutes: null });
const part = (date: string, from: number, to: number): Period => ({
  start: at(date),
  end: at(date),
  minutes: { from: from * 60, to: to * 60 },
});

const faults = (period: Period, shortestDuration: (typeof shortestDurations)[number], more = {}) =>
  requestFaults(
    { period, reason: null, employment: { start: null, end: null }, today: at("2026-11-20"), ...more },
    { shortestDuration, reasonRequired: false },
    office,
  ).map(({ path }) => path);

it("every fault is listed at once", () => {
  const wanted = {
    period: part("2026-11-21", 9, 10),
    reason: null,
    employment: { start: at("2026-12-01"), end: at("2026-11-20") },
    today: at("2026-11-20"),
  };
  const found = requestFaults(wanted, { shortestDuration: "FULL_DAY", reasonRequired: true }, office);
  expect(found.map(({ path }) => path)).toEqual([
    "isFullDayLeave",
    "startDate",
    "endDate",
    "endDate",
    "reason",
  ]);
});

it("a part day is no shorter and no finer than the leave type allows", () => {
  const hours = (length: number) => part("2026-11-16", 9, 9 + length);
  expect(faults(hours(4), "FULL_DAY")).toEqual(["isFullDayLeave"]);
  expect(faults(hours(4), "HALF_DAY")).toEqual([]);
  expect(faults(hours(3), "HALF_DAY")).toEqual(["endHour"]);
  expect(faults(hours(3), "HOUR")).toEqual([]);
  expect(faults(hours(2.5), "HOUR")).toEqual(["endHour"]);
  expect(faults(hours(2.5), "HALF_HOUR")).toEqual([]);
  expect(faults(hours(2.25), "HALF_HOUR")).toEqual(["endHour"]);
  expect(faults(hours(2.25), "QUARTER_HOUR")).toEqual([]);
  for (const shortest of shortestDurations) expect(faults(whole("2026-11-16"), shortest)).toEqual([]);
});

it("leave by the hour needs the COMPLETE plan, otherwise half a day is the shortest", () => {
  expect(shortestDurations.map((shortest) => durationOn("CORE", shortest))).toEqual([
    "FULL_DAY",
    "HALF_DAY",
    "HALF_DAY",
    "HALF_DAY",
    "HALF_DAY",
  ]);
  expect(durationOn("COMPLETE", "HOUR")).toBe("HOUR");
});

it("a leave without a working day, of eleven years, or in eleven years is refused", () => {
  expect(faults(whole("2026-11-21", "2026-11-22"), "FULL_DAY")).toEqual(["endDate"]);
  expect(faults(whole("2020-01-01", "2031-01-01"), "FULL_DAY")).toEqual(["endDate"]);
  expect(faults(whole("2037-11-20"), "FULL_DAY")).toEqual(["endDate"]);
});

it("an open leave expires when it is over", () => {
  const leave = { opened: at("2026-11-18"), end: at("2026-11-20") };
  expect(hasExpired(leave, at("2026-11-20"), office)).toBe(false);
  expect(hasExpired(leave, at("2026-11-21"), office)).toBe(true);
});

it("a leave that was over when it was asked for waits seven working days; every leave can be decided until it expires", () => {
  const past = { opened: at("2026-11-02"), end: at("2026-10-20") };
  expect(hasExpired(past, at("2026-11-11"), office)).toBe(false);
  expect(hasExpired(past, at("2026-11-12"), office)).toBe(true);
  for (const end of ["2026-10-20", "2026-11-02", "2026-11-05", "2026-11-11", "2027-03-01"]) {
    const leave = { opened: at("2026-11-02"), end: at(end) };
    const last = lastDayToDecide(leave, office);
    expect([hasExpired(leave, last, office), hasExpired(leave, last + 1, office)], end).toEqual([
      false,
      true,
    ]);
  }
});

it("an open leave expires after seven whole working days, weekends and public holidays not counted", () => {
  const leave = { opened: at("2026-11-02"), end: at("2027-03-01") };
  expect(hasExpired(leave, at("2026-11-11"), office)).toBe(false);
  expect(hasExpired(leave, at("2026-11-12"), office)).toBe(true);
  const holiday = { ...office, holidays: [{ day: at("2026-11-04"), isHalfDay: false }] };
  expect(hasExpired(leave, at("2026-11-12"), holiday)).toBe(false);
  expect(hasExpired(leave, at("2026-11-13"), holiday)).toBe(true);
  expect(hasExpired(leave, at("2027-03-01"), { ...office, workWeek: [] })).toBe(false);
});
