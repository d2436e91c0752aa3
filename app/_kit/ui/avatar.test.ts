import { expect, test } from "vitest";
import { hueOf, initialsOf } from "./avatar";

test("initials are the first letters of the first two words, in capitals, of any script", () => {
  expect(initialsOf("ana pavlović")).toBe("AP");
  expect(initialsOf("Nguyễn Thị Minh Khai")).toBe("NT");
  expect(initialsOf("  Олена   Коваленко ")).toBe("ОК");
  expect(initialsOf("李娜")).toBe("李");
  expect(initialsOf("")).toBe("");
});

test("a name has one hue, and a company of 30 uses most of them", () => {
  const names = Array.from({ length: 30 }, (_, at) => `Person ${at} of the company`);
  expect(names.map(hueOf)).toEqual(names.map(hueOf));
  expect(new Set(names.map(hueOf)).size).toBeGreaterThan(6);
});
