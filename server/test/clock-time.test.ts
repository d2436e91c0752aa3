import { expect, it } from "vitest";
import { clockTime } from "@/app/_ui/clock-time";

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
])("%j is the time %s", (typed, time) => expect(clockTime(typed)).toBe(time));

it.each(["", "24:00", "9:60", "9:5", "12:000", "nine", "-1", "9 pm"])("%j is no time", (typed) =>
  expect(clockTime(typed)).toBeNull(),
);
