import { expect, it } from "vitest";
import { clockOf, dateOrderOf, momentOf, numberOf } from "./cells";

const terms = { order: null, lastYear: 2046 };

it.each([
  "01 Mar 2024",
  "1 March 2024",
  "Mar 1 2024",
  "March 1st, 2024",
  "1. März 2024",
  "01-Mar-24",
  "1 de marzo de 2024",
  "1er mars 2024",
  "1.3.2024",
  "01.03.24",
  "2024-03-01",
  "2024/3/1",
  "2024-03-01 00:00:00",
  "2024-03-01T00:00:00Z",
  "2024-03-01T00:00:00.000+01:00",
  "45352",
  "Fri, 01 Mar 2024",
])("reads the date %s", (cell) => {
  expect(momentOf(cell, terms)).toEqual({ date: "2024-03-01", time: null });
});

it("an ambiguous date of two numbers is read in the given order, else not at all", () => {
  expect(momentOf("03/01/24", terms)).toBe(null);
  expect(momentOf("03/01/24", { ...terms, order: "MDY" })?.date).toBe("2024-03-01");
  expect(momentOf("03/01/24", { ...terms, order: "DMY" })?.date).toBe("2024-01-03");
});

it.each([
  [["03/01/24"], "unclear"],
  [["03/03/24", "2024-03-01", "1.3.2024", ""], null],
  [["03/01/24", "13/01/24"], "DMY"],
  [["03/01/24", "01/31/2024 09:00"], "MDY"],
  [["31/01/24", "01/31/24"], "unclear"],
])("finds the order of %s", (cells, order) => {
  expect(dateOrderOf(cells)).toBe(order);
});

it("keeps a time next to a date; does not read one of another time zone, which may mean another day", () => {
  expect(momentOf("2024-03-01 09:30:00", terms)).toEqual({ date: "2024-03-01", time: "09:30" });
  expect(momentOf("1.3.2024, 2:15 PM", terms)).toEqual({ date: "2024-03-01", time: "14:15" });
  expect(momentOf("45352.5", terms)).toEqual({ date: "2024-03-01", time: "12:00" });
  expect(momentOf("2024-02-29T23:00:00Z", terms)).toBe(null);
});

it("a two-digit year is never later than the last year", () => {
  expect(momentOf("1.3.46", terms)?.date).toBe("2046-03-01");
  expect(momentOf("1.3.47", terms)?.date).toBe("1947-03-01");
});

it.each([
  ["9:00 AM", "09:00"],
  ["12:30 am", "00:30"],
  ["12 pm", "12:00"],
  ["9 p.m.", "21:00"],
  ["09:00:00", "09:00"],
  ["9.30", "09:30"],
  ["13h15", "13:15"],
  ["24:00", "24:00"],
  ["24:30", null],
  ["13:00 PM", null],
  ["9:00:30", null],
  ["9", null],
  ["noon", null],
])("reads the time %s", (cell, time) => {
  expect(clockOf(cell)).toBe(time);
});

it.each([
  ["4,5", 4.5],
  ["4.25", 4.25],
  ["−2", -2],
  ["+7", 7],
  ["many", null],
  ["1.234,5", null],
])("reads the number %s", (cell, number) => {
  expect(numberOf(cell)).toBe(number);
});
