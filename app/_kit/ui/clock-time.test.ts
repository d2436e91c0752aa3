import { expect, it } from "vitest";
import { clockTime, timeOfDay } from "@/app/_kit/ui/clock-time";

it.each([
  ["09:00", "09:00"],
  ["9", "09:00"],
  ["9:05", "09:05"],
  [" 9.30 ", "09:30"],
  ["0930", "09:30"],
  ["930", "09:30"],
  ["14 Uhr", "14:00"],
  ["14h30", "14:30"],
  ["0:00", "00:00"],
  ["23:59", "23:59"],
])("%j is the time %s", (typed, time) => {
  expect(clockTime(typed)).toBe(time);
  expect(timeOfDay(typed)).toBe(time);
});

it.each([
  ["2pm", "14:00"],
  ["2 p.m.", "14:00"],
  ["9:30 AM", "09:30"],
  ["12am", "00:00"],
  ["12 pm", "12:00"],
  ["14.30", "14:30"],
])("%j is the time of day %s", (typed, time) => expect(timeOfDay(typed)).toBe(time));

it.each(["13pm", "0am", "2xm", "9:60pm"])("%j is no time of day", (typed) =>
  expect(timeOfDay(typed)).toBeNull(),
);

it.each(["", "24:00", "9:60", "9:5", "12:000", "nine", "-1", "9 pm"])("%j is no time", (typed) =>
  expect(clockTime(typed)).toBeNull(),
);
